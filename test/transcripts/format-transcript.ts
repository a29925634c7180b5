import { isDeepStrictEqual } from 'node:util'
import type { Revision } from '../wire/revisions.js'
import { abbreviate, type Names, namesOf } from './abbreviate.js'
import { formatJson } from './format-json.js'
import { withoutJsonrpc } from './parse-json.js'
import type { Case, Exchange, Transcript } from './parse-transcript.js'
import type { CaseResult, Ran } from './run-case.js'

/**
 * The text of a transcript with what the server said now. Answers that still fit stay as they are written; others are
 * written anew, with the placeholders of the head, `⟨revision⟩` if the file has several, and those of ids.
 */
export function formatTranscript(transcript: Transcript, revision: Revision, runs: ReadonlyMap<Case, Ran>): string {
  const blocks = transcript.cases.map((one) => {
    const { outcomes = [], ids = new Map<string, string>() } = runs.get(one) ?? {}
    return formatCase(one, outcomes, namesOf(transcript, revision, ids))
  })
  return `${[transcript.head, ...blocks].join('\n\n')}\n`
}

function formatCase({ sentence, exchanges }: Case, outcomes: readonly CaseResult[], names: Names): string {
  const lines = exchanges.flatMap((exchange, index) => formatExchange(exchange, outcomes[index], names))
  return [`# ${sentence}`, ...lines].join('\n')
}

function formatExchange({ actions, answers }: Exchange, outcome: CaseResult | undefined, names: Names): string[] {
  const done = actions.map(({ source }) => source)
  if (outcome === undefined) return done
  if (outcome.actual.length === 0) return actions.some(({ kind }) => kind !== 'comment') ? [...done, '< nothing'] : done
  const reported = outcome.actual.map((message, index) => {
    const answer = answers[index]
    const fits = answer !== undefined && isDeepStrictEqual(message, outcome.expected[index])
    return fits ? answer.source : `< ${formatJson(abbreviate(withoutJsonrpc(message), names), 2)}`
  })
  return [...done, ...reported]
}
