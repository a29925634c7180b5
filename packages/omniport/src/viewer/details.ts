import type { RecordedLine } from '../recording/recording-line.js'
import { element, formatBytes, formatMs } from './elements.js'
import type { Row } from './rows.js'

export interface DetailsContext {
  /** Selects another row. */
  readonly onSelect: (index: number) => void
}

/** Draws all that is known of a line. */
export function drawDetails(row: Row, line: RecordedLine, { onSelect }: DetailsContext): readonly Node[] {
  const parts = [drawHead(row, line)]
  if (row.partner !== -1) {
    const button = element('button', '', row.type === 'request' ? 'Go to the answer' : 'Go to the request')
    button.addEventListener('click', () => onSelect(row.partner))
    parts.push(element('p', 'actions', button))
  }
  const { request, status, headers = {} } = line
  if (request !== undefined) parts.push(heading('Request'), element('pre', '', `${request.method} ${request.path}`))
  if (status !== undefined) parts.push(heading('Response'), element('pre', '', `HTTP ${status}`))
  if (Object.keys(headers).length > 0) parts.push(heading('Headers'), drawHeaders(headers))
  if (line.message !== undefined) parts.push(heading('Message'), drawJson(line.message))
  if (line.text !== undefined)
    parts.push(heading(line.cut === true ? 'Its start' : 'Text'), element('pre', '', line.text))
  if (line.base64 !== undefined) parts.push(heading('Bytes, in base64'), element('pre', '', line.base64))
  if (line.error !== undefined) parts.push(heading('Error'), element('pre', '', line.error))
  return parts
}

function drawHead(row: Row, { transport, exchange, hidden, cut }: RecordedLine): HTMLElement {
  const facts = [
    row.from === 'client' ? 'From the client' : 'From the server',
    `at ${(row.ms / 1_000).toFixed(3)} s`,
    row.tookMs >= 0 ? `answered in ${formatMs(row.tookMs)}` : '',
    transport === 'http' ? 'over HTTP' : 'over stdio',
    `connection ${row.connection}`,
    exchange === undefined ? '' : `request ${exchange}`,
    row.bytes > 0 ? formatBytes(row.bytes) : '',
    hidden === true ? 'values were left out' : '',
    cut === true ? 'recorded in part' : '',
  ]
  const title = element('h2', '', row.title, row.subject === '' ? '' : ' ')
  if (row.subject !== '') title.append(element('span', 'soft', row.subject))
  return element('header', '', title, element('p', 'soft', facts.filter(Boolean).join(' · ')))
}

function heading(text: string): HTMLElement {
  return element('h3', '', text)
}

function drawHeaders(headers: Readonly<Record<string, string>>): HTMLElement {
  const rows = Object.entries(headers).map(([name, value]) =>
    element('tr', '', element('th', '', name), element('td', '', value)),
  )
  return element('table', '', element('tbody', '', ...rows))
}

/** Draws a JSON value as text with colours; a long one without. */
function drawJson(value: unknown): HTMLElement {
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
    view.append(shown.slice(at, match.index))
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
