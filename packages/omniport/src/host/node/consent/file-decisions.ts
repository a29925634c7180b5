import { createSecretFile } from '../../../node/secret-file.js'
import { isObject } from '../../../values/json/is-object.js'
import type { Decision, DecisionStore } from '../../consent/decisions/decision.js'
import { maxDecisions, putDecision } from '../../consent/decisions/memory-decisions.js'

/** Options of the decision store in a file. */
export interface FileDecisionsOptions {
  /**
   * Default: `omniport/decisions.json` in the user's settings folder: `$XDG_CONFIG_HOME`, `~/.config`, `~/Library/Application
   * Support` or `%LOCALAPPDATA%`.
   */
  readonly path?: string | undefined
  /** Receives problems that do not prevent using the file; one that is not JSON is set aside. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Creates a store of decisions in a file, for any number of processes; beyond 10,000 decisions the oldest are dropped. A
 * person who can write the file can allow everything, so only its user may; a symbolic link or a file of another user is
 * refused with OmniportError `invalid_config`, and invalid entries are ignored. The lock is a folder `….locks` beside the
 * file.
 */
export function createFileDecisions({ path, onError }: FileDecisionsOptions = {}): DecisionStore {
  const [contents, errorCode] = ['decisions', 'invalid_config'] as const
  const file = createSecretFile({ path, name: 'decisions.json', contents, errorCode, onError })
  const change = (edit: (decisions: Map<string, Decision>) => void): Promise<void> =>
    file.change((values) => {
      const decisions = decisionsIn(values)
      edit(decisions)
      values.clear()
      for (const [key, decision] of decisions) values.set(key, decision)
    })
  return {
    list: async () => [...decisionsIn(await file.read()).values()],
    put: (decision) => change((decisions) => putDecision(decisions, decision, maxDecisions)),
    delete: (id) =>
      change((decisions) => {
        for (const [key, decision] of decisions) if (decision.id === id) decisions.delete(key)
      }),
  }
}

function decisionsIn(values: ReadonlyMap<string, unknown>): Map<string, Decision> {
  const decisions = new Map<string, Decision>()
  for (const [key, value] of values) {
    const decision = parseDecision(value)
    if (decision !== undefined) decisions.set(key, decision)
  }
  return decisions
}

/** Checks a stored decision; undefined if it is invalid. */
export function parseDecision(value: unknown): Decision | undefined {
  if (!isObject(value)) return undefined
  const { id, type, server, subject, binding, answer, scope, at, until } = value
  const isValid =
    [id, server, subject, binding].every((text) => typeof text === 'string') &&
    types.has(type) &&
    (answer === 'allow' || answer === 'deny') &&
    (scope === 'session' || scope === 'always') &&
    Number.isFinite(at) &&
    (until === undefined || Number.isFinite(until))
  // Every member was checked.
  return isValid ? (value as object as Decision) : undefined
}

const types: ReadonlySet<unknown> = new Set<Decision['type']>([
  'start',
  'call',
  'sample',
  'elicit',
  'roots',
  'skill',
  'app',
])
