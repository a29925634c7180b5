import { createSecretFile } from '../../../node/secret-file.js'
import { isObject } from '../../../values/json/is-object.js'
import type { Decision, DecisionStore } from '../../consent/decisions/decision.js'
import { maxDecisions, putDecision } from '../../consent/decisions/memory-decisions.js'

/** Where decisions are kept between runs. */
export interface FileDecisionsOptions {
  /**
   * Default: `omniport/decisions.json` where this platform has the settings of its user: `$XDG_CONFIG_HOME`, `~/.config`,
   * `~/Library/Application Support` or `%LOCALAPPDATA%`.
   */
  readonly path?: string | undefined
  /** Gets what was wrong with the file where that does not matter: one that is no JSON is kept aside. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Creates a store of decisions in a file, which any number of processes may share: 10,000 of them, then the oldest go. Whoever
 * can write it can allow everything, so only its user may; a symbolic link, or a file of another user, is refused with
 * OmniportError `invalid_config`, and what is no decision holds for nothing. Beside the file there is a folder `….locks`.
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

/** Under the keys that they have in the file. */
function decisionsIn(values: ReadonlyMap<string, unknown>): Map<string, Decision> {
  const decisions = new Map<string, Decision>()
  for (const [key, value] of values) {
    const decision = parseDecision(value)
    if (decision !== undefined) decisions.set(key, decision)
  }
  return decisions
}

/** A decision as it was written down, undefined for what is none: it holds for nothing then. */
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
  // Every member was looked at.
  return isValid ? (value as object as Decision) : undefined
}

const types: ReadonlySet<unknown> = new Set<Decision['type']>(['start', 'call', 'sample', 'elicit', 'roots'])
