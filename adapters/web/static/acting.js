// Clicks and commands on their way out, and what their answers need to know: where they came from.

import { asked } from "./panel.js";
import { complain, newEvent, post, thread } from "./post.js";

/** Post a click; `fields` are (name, value) pairs of a form, `from` is the element that it came from. */
export function click(action, { fields = [], from = null, event = newEvent() } = {}) {
  asked({ verb: action.split(":")[1], from, again: () => click(action, { fields }) });
  return sent("/click", [["action", action], ["event", event], ...fields.map(([name, value]) => [`f-${name}`, value])]);
}

/** Post a command. */
export async function command(name, text = "", from = null) {
  asked({ verb: `/${name}`, from, again: () => command(name, text) });
  const done = await sent("/command", [["name", name], ["text", text], ["event", newEvent()]]);
  if (done) history.replaceState(null, "", `/t/${thread}${location.hash}`);
  return done;
}

async function sent(address, pairs) {
  complain("");
  try {
    await post(address, pairs);
    return true;
  } catch (error) {
    complain(error.message);
    return false;
  }
}
