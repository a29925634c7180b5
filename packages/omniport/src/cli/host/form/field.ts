import type { Choice } from '../screen/prompts.js'
import type { ValueCheck } from './value-check.js'

/** A field of a form or an argument of a tool. Its texts are untrusted. */
export interface Field {
  readonly name: string
  /** The title with the name, or just one if they are the same. */
  readonly label: string
  readonly description?: string | undefined
  readonly isRequired: boolean
  /** The kind of input; `json` is JSON text, for all other types. */
  readonly kind: 'text' | 'long text' | 'number' | 'boolean' | 'choice' | 'choices' | 'json'
  readonly choices: readonly Choice<unknown>[]
  readonly default?: unknown
  readonly toCheck: () => Promise<ValueCheck>
}
