import { element } from './elements.js'

/** Draws a JSON value as text with colours; a long one without. */
export function drawJson(value: unknown): HTMLElement {
  const text = JSON.stringify(value, undefined, 2) ?? ''
  const shown = text.length > longestText ? `${text.slice(0, longestText)}\n…` : text
  const view = element('pre', 'json')
  if (shown.length > longestColoured) {
    view.append(shown)
    return view
  }
  let at = 0
  for (const match of shown.matchAll(token)) {
    const [found, string, colon, other] = match
    if (match.index > at) view.append(shown.slice(at, match.index))
    at = match.index + found.length
    if (string === undefined) view.append(element('span', 'literal', other ?? ''))
    else view.append(element('span', colon === undefined ? 'string' : 'name', string), colon ?? '')
  }
  view.append(shown.slice(at))
  return view
}

/** A string, perhaps a name; or a number or a word. */
const token = /("(?:[^"\\]|\\.)*")(:)?|(-?\d[\d.eE+-]*|true|false|null)/g

const longestColoured = 200_000
const longestText = 2_000_000
