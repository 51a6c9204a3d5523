// Returns the faults of what the page shows: layout, pictures, contrast. Argument: the window's width in CSS pixels.

const width = arguments[0];
const faults = [];
const name = n => n.tagName.toLowerCase() + [...n.classList].map(c => '.' + c).join('') + ' ' + JSON.stringify((n.innerText ?? '').slice(0, 40));
const visible = n => n.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

// Nothing reaches out of the window. The page clips its overflow, so each element is measured too.
const page = document.scrollingElement;
if (innerWidth !== width || page.scrollWidth > width) faults.push(`the page is ${page.scrollWidth} wide in a window of ${innerWidth}, not ${width}`);
const scrolls = n => n && (['auto', 'scroll'].includes(getComputedStyle(n).overflowX) || getComputedStyle(n).textOverflow === 'ellipsis' || scrolls(n.parentElement));
for (const n of document.body.querySelectorAll('*')) {
  const { left, right } = n.getBoundingClientRect();
  if ((left < -1 || right > width + 1) && visible(n) && !scrolls(n.parentElement)) faults.push(`${name(n)} reaches from ${left} to ${right}`);
}

for (const img of document.images) {
  if (!img.complete || !img.naturalWidth) faults.push(`${img.src} has not loaded`);
  if (!img.alt.trim()) faults.push(`${img.src} has no alt text`);
}

// Text has a contrast of at least 4.5 to 1 (WCAG 2, level AA). Disabled controls and decoration are exempt.
const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
const rgba = color => {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = ([r, g, b, a], below) => [r, g, b].map((v, i) => v * a + below[i] * (1 - a));
const background = n => (n ? over(rgba(getComputedStyle(n).backgroundColor), background(n.parentElement)) : [255, 255, 255]);
const luminance = color => {
  const [r, g, b] = color.map(v => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const measure = (n, color) => {
  const behind = background(n);
  const [dark, light] = [luminance(behind), luminance(over(rgba(color), behind))].sort((x, y) => x - y);
  const ratio = (light + 0.05) / (dark + 0.05);
  if (ratio < 4.5) faults.push(`${name(n)} has a contrast of ${ratio.toFixed(2)}`);
};
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const n = texts.currentNode.parentElement;
  if (texts.currentNode.data.trim() && visible(n) && !n.closest('[aria-hidden=true], :disabled, .busy, .spoiler')) measure(n, getComputedStyle(n).color);
}
for (const n of document.querySelectorAll('input:enabled, textarea:enabled')) {
  if (visible(n)) measure(n, getComputedStyle(n, n.value ? null : '::placeholder').color);
}

return faults;
