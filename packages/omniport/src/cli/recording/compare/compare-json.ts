/** One place where two values differ. */
export interface JsonDifference {
  /** A JSON pointer: `/result/content/0/text`. */
  readonly path: string
  /** Undefined: there is nothing. */
  readonly before: unknown
  readonly after: unknown
}

/** Finds where two JSON values differ, at most `mostDifferences` places. `isIgnored` leaves out a place and all below it. */
export function compareJson(
  before: unknown,
  after: unknown,
  isIgnored: (path: string) => boolean = () => false,
): readonly JsonDifference[] {
  const found: JsonDifference[] = []
  const visit = (left: unknown, right: unknown, path: string): void => {
    if (found.length >= mostDifferences || Object.is(left, right) || isIgnored(path)) return
    const [leftMembers, rightMembers] = [membersOf(left), membersOf(right)]
    if (leftMembers === undefined || rightMembers === undefined || Array.isArray(left) !== Array.isArray(right)) {
      found.push({ path, before: left, after: right })
      return
    }
    for (const name of new Set([...leftMembers.keys(), ...rightMembers.keys()]))
      visit(leftMembers.get(name), rightMembers.get(name), `${path}/${escapePointer(name)}`)
  }
  visit(before, after, '')
  return found
}

/** Two values that differ everywhere are different. */
const mostDifferences = 100

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map(Object.entries(value))
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Creates the check for `--ignore`: JSON pointers, in which `*` is any one name. What is below is ignored as well. */
export function createIgnore(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern
      .split('/')
      .map((part) => (part === '*' ? '[^/]*' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    return new RegExp(`^${parts.join('/')}(?:/|$)`)
  })
  return (path) => expressions.some((expression) => expression.test(path))
}
