import { type Revision, revisions } from '../wire/revisions.js'

/**
 * How strongly a revision asks for something. `fact`: the shape of the schema, or a duty without keyword; `removed`: it does not
 * exist there; `derived`: no text of the specification, a consequence of serving several revisions at once.
 */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'fact' | 'informal' | 'removed' | 'derived'

/** Whose duty it is. */
export type Role = 'client' | 'server' | 'both' | 'host' | 'intermediary' | 'authorization-server'

/** One row of the manifest. */
export interface Requirement<Id extends string = string> {
  readonly id: Id
  /** The strongest level of all revisions. */
  readonly level: Level
  readonly role: Role
  /** The level per revision; revisions it does not apply to are absent. */
  readonly revisions: ReadonlyMap<Revision, Level>
  readonly text: string
  /** The pages of the specification that say so, in the revisions that have them, or `SEP-<number>`, or `derived`. */
  readonly clause: string
}

/** The ids of a table, as a union of literals. */
export type IdsOf<Table extends string, Found = never> = Table extends `${infer Line}\n${infer Rest}`
  ? IdsOf<Rest, Found | IdOf<Line>>
  : Found | IdOf<Table>

type IdOf<Line extends string> = Line extends `${infer Id} | ${string}` ? Id : never

/**
 * Reads a table of one requirement a line: `TOOL-03 | MUST | server | 2026-07-28 | text | clause`. Revisions are `all`, one, from
 * one on (`2025-11-25+`) or a range (`2024-11-05..2025-06-18`), at the level of the row unless another stands before:
 * `2024-11-05, removed 2026-07-28`. Throws a `TypeError` that names the line where it cannot be read.
 */
export function parseRequirements<const Table extends string>(table: Table): readonly Requirement<IdsOf<Table>>[] {
  const lines = table.trim().split('\n')
  // The type above takes the ids from the same text.
  return lines.map(parseLine) as unknown as readonly Requirement<IdsOf<Table>>[]
}

const levels: readonly string[] = ['MUST', 'SHOULD', 'MAY', 'fact', 'informal', 'removed', 'derived'] satisfies Level[]
const roles: readonly string[] = [
  'client',
  'server',
  'both',
  'host',
  'intermediary',
  'authorization-server',
] satisfies Role[]

function parseLine(line: string): Requirement {
  const [id = '', level = '', role = '', spans = '', text, clause, ...rest] = line.split(' | ')
  const isComplete = text !== undefined && clause !== undefined && rest.length === 0
  if (!isComplete || !/^[A-Z]+-\d\d$/.test(id)) throw new TypeError(`not a requirement: ${line}`)
  if (!isLevel(level) || !isRole(role)) throw new TypeError(`no such level or role: ${line}`)
  const entries = spans.split(', ').flatMap((span) => parseSpan(span, level, line))
  return { id, level, role, revisions: new Map(entries), text, clause }
}

type Entry = [Revision, Level]
const names: readonly string[] = revisions

function parseSpan(span: string, rowLevel: Level, line: string): Entry[] {
  const [, ownLevel = rowLevel, from = '', to = from] =
    /^(?:([A-Za-z]+) )?([\d-]+|all)(?:\.\.([\d-]+)|\+)?$/.exec(span) ?? []
  const isAll = from === 'all'
  const first = isAll ? 0 : names.indexOf(from)
  const last = isAll || span.endsWith('+') ? revisions.length - 1 : names.indexOf(to)
  if (first < 0 || last < first || !isLevel(ownLevel)) throw new TypeError(`no such revisions as "${span}": ${line}`)
  return revisions.slice(first, last + 1).map((revision) => [revision, ownLevel])
}

function isLevel(text: string): text is Level {
  return levels.includes(text)
}

function isRole(text: string): text is Role {
  return roles.includes(text)
}
