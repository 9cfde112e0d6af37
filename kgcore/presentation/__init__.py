"""Small private replies with controls: what somebody sees who asks "what can I do here?". Pure.

Every function takes values and returns a Reply or blocks; what the controls do is the assistant's.
"""
