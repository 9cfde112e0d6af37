// Entities in the text wear the colours of the picture.

/** Give entities in the text the colour that they have in the picture (style attributes are not allowed here). */
export function colour(root) {
  for (const element of root.querySelectorAll("[data-colour]")) {
    element.style.setProperty("--c", element.dataset.colour || "currentColor");
  }
}
