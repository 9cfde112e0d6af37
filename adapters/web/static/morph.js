// Makes one element like another in place, so that focus, selection, scrolling and opened details survive.

const OWN = new Set(["style", "data-pinned"]); // attributes that belong to the page's scripts

/** Parse the server's HTML into an element like `shell` (not put into the page). */
export function parsed(shell, html) {
  const copy = shell.cloneNode(false);
  copy.innerHTML = html;
  return copy;
}

/** Make `from` look like `to`. */
export function morph(from, to) {
  attributes(from, to);
  const wanted = [...to.childNodes];
  wanted.forEach((next, index) => {
    const old = from.childNodes[index];
    if (!old) from.append(next);
    else if (!alike(old, next)) old.replaceWith(next);
    else if (old.nodeType === Node.ELEMENT_NODE) morph(old, next);
    else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  });
  while (from.childNodes.length > wanted.length) from.lastChild.remove();
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
}

function attributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept(from, name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !kept(from, name)) from.setAttribute(name, value);
  }
}

function kept(element, name) {
  return OWN.has(name) || (name === "open" && element.nodeName === "DETAILS");
}
