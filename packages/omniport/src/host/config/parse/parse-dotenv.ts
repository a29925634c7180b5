import { ConfigFault } from '../config-fault.js'

/**
 * Parses a `.env` file: `NAME=value` on each line, optionally after `export`. Double quotes allow `\n`, `\r`, `\t`, `\"` and
 * `\\`; single quotes keep all characters; both may span lines. Without quotes, ` #` starts a comment. Variables are not
 * expanded.
 *
 * @throws ConfigFault naming the line, but not its content.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const variables = new Map<string, string>()
  let at = 0
  while (at < source.length) {
    blankLine.lastIndex = at
    assignment.lastIndex = at
    const match = blankLine.exec(source) ?? assignment.exec(source)
    if (match === null) throw new ConfigFault('must be NAME=value', source.slice(0, at).split('\n').length)
    const { name, double, single, plain } = match.groups ?? {}
    if (name !== undefined) variables.set(name, double === undefined ? (single ?? plain ?? '') : replaceEscapes(double))
    at += match[0].length
  }
  return variables
}

const end = String.raw`[ \t]*(?:#[^\n]*)?(?:\n|$)`
// An unquoted value ends at the end of the line or at a comment.
const value = String.raw`"(?<double>(?:[^"\\]|\\[\s\S])*)"|'(?<single>[^']*)'|(?<plain>(?!["'])(?:[^\s#]|(?<=\S)#|[ \t]+(?=[^\s#]))*)`
const blankLine = new RegExp(end, 'y')
const assignment = new RegExp(
  String.raw`[ \t]*(?:export[ \t]+)?(?<name>[A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:${value})${end}`,
  'y',
)

function replaceEscapes(text: string): string {
  return text.replaceAll(/\\([nrt"\\])/g, (_, letter: string) => escapes.get(letter) ?? letter)
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
