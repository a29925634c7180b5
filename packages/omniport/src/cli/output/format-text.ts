import { formatLine } from './format-line.js'

/** Makes text of a server safe for a terminal: lines stay lines, and control characters are escaped. */
export function formatText(text: string): string {
  return text
    .split(/\r\n|\n|\u2028|\u2029/)
    .map((line) => formatLine(line.replaceAll('\t', '  ')))
    .join('\n')
}
