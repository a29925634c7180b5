import { isDeepStrictEqual } from 'node:util'
import type { Transcript } from '../tour/normalise.js'
import type { KnownDifference } from './published-server.js'

/** How a tour after the override compares with the same tour before it. */
export interface Comparison {
  /** How many answers were compared. */
  readonly steps: number
  readonly equal: number
  /** Steps that differ between two tours before the override already. */
  readonly unstable: readonly string[]
  readonly known: readonly Difference[]
  readonly unknown: readonly Difference[]
}

export interface Difference {
  readonly step: string
  readonly before: string
  readonly after: string
  /** Undefined: nobody has said why. */
  readonly reason?: string | undefined
}

export interface Tours {
  /** As the server is published, twice. */
  readonly before: readonly [Transcript, Transcript]
  readonly after: Transcript
  /** With the official release that is replaced, where the server has an older one. */
  readonly release: Transcript | null
}

/** Compares a tour after the override with those before. */
export function diffTranscripts({ before, after, release }: Tours, known: readonly KnownDifference[]): Comparison {
  const [first, second] = before.map(toEntries) as [Entries, Entries]
  const now = toEntries(after)
  const newer = release === null ? undefined : toEntries(release)
  const isNewer = (name: string) => newer !== undefined && isDeepStrictEqual(newer.get(name), now.get(name))
  const reasonOf = (name: string) =>
    [...everywhere, ...known].find(
      ({ step, isRepeated }) => step.test(name) && (isRepeated !== true || (first.has(name) && now.has(name))),
    )?.reason
  const names = [...new Set([...first.keys(), ...now.keys()])]
  const unstable = names.filter((name) => !isDeepStrictEqual(first.get(name), second.get(name)))
  const stable = names.filter((name) => !unstable.includes(name))
  const differences = stable
    .filter((name) => !isDeepStrictEqual(first.get(name), now.get(name)))
    .map((name) => ({
      step: name,
      before: JSON.stringify(first.get(name)),
      after: JSON.stringify(now.get(name)),
      reason: isNewer(name) ? 'the official release that is replaced answers so' : reasonOf(name),
    }))
  return {
    steps: stable.length,
    equal: stable.length - differences.length,
    unstable,
    known: differences.filter(({ reason }) => reason !== undefined),
    unknown: differences.filter(({ reason }) => reason === undefined),
  }
}

/** Of every server. */
const everywhere: readonly KnownDifference[] = [
  {
    step: /^tools\/call constructor/,
    reason:
      'a tool that has the name of a member of Object is unknown; there it is found among the members, and is no tool',
  },
  {
    step: /^error Received a progress notification for an unknown token/,
    reason: 'the official client takes a response before the progress in the same piece of the stream',
  },
]

type Entries = ReadonlyMap<string, unknown>

/** Every step by its name, and what was said beside them. */
function toEntries({ greeting, steps, pushed, errors }: Transcript): Entries {
  const entries = new Map<string, unknown>([['greeting', greeting]])
  for (const { name, outcome } of steps) entries.set(entries.has(name) ? `${name} again` : name, outcome)
  for (const [line, count] of countsOf(pushed)) entries.set(`pushed ${line}`, count)
  for (const [line, count] of countsOf(errors)) entries.set(`error ${line}`, count)
  return entries
}

function countsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}
