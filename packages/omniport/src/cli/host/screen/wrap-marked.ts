import { fitColumns } from '../../output/columns.js'

/** Marks each line of a server, so that it cannot imitate a line of this program. */
const mark = '│ '

export function marked(text: string): string {
  return text
    .split(/\r\n|[\n\u2028\u2029]/)
    .map((line) => `${mark}${line}`)
    .join('\n')
}

/** Wraps lines; continuations of marked lines are marked too. */
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
