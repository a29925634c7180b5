import type { Choice } from '../screen/prompts.js'
import type { ValueCheck } from './value-check.js'

/** One thing to fill in: an argument of a tool, a field of a form. Its words are those of a server. */
export interface Field {
  readonly name: string
  /** The title, with the name where that is another; the name where there is none. */
  readonly label: string
  readonly description?: string | undefined
  readonly isRequired: boolean
  /** How it is asked for. `json`: what is neither text nor to be chosen, as JSON text. */
  readonly kind: 'text' | 'long text' | 'number' | 'boolean' | 'choice' | 'choices' | 'json'
  /** Of a `choice` and of `choices`. */
  readonly choices: readonly Choice<unknown>[]
  /** Undefined: there is none. */
  readonly default?: unknown
  /** Makes what checks its values. */
  readonly toCheck: () => Promise<ValueCheck>
}
