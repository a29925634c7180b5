import { formatLine } from '../../format-line.js'

/** Text of a server for a terminal: its lines stay lines, and what else would steer the terminal is shown as an escape. */
export function formatText(text: string): string {
  return text
    .split(/\r\n|\n|\u2028|\u2029/)
    .map((line) => formatLine(line.replaceAll('\t', '  ')))
    .join('\n')
}
