import { fitColumns } from './fit-columns.js'

/** Stands before each line that a server wrote, so that it cannot pass for a line of ours. */
const mark = '│ '

/** Lines of a server, each with its mark. */
export function marked(text: string): string {
  return text
    .split(/\r\n|[\n\u2028\u2029]/)
    .map((line) => `${mark}${line}`)
    .join('\n')
}

/** Breaks lines that are longer than so many columns. What goes on of a marked line is marked as well. */
export function wrapMarked(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) =>
      line.startsWith(mark) ? pieces(line.slice(mark.length), columns - 2, mark) : pieces(line, columns, ''),
    )
    .join('\n')
}

function pieces(line: string, columns: number, before: string): readonly string[] {
  const found: string[] = []
  let rest = line
  do {
    const piece = fitColumns(rest, columns)
    found.push(`${before}${piece}`)
    rest = rest.slice(piece.length)
  } while (rest !== '')
  return found
}
