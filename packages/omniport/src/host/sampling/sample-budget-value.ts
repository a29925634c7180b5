import { type Check, mustBe } from '../../server/definitions/check-options.js'
import { objectValue, positiveCount } from '../../server/definitions/option-checks.js'

/** A `SampleBudget`. */
export const sampleBudgetValue: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, most] of Object.entries(value as object)) {
    if (!names.has(name)) throw mustBe(path, `made of ${[...names].join(', ')}`, name)
    if (most !== undefined) positiveCount(`${path}.${name}`, most)
  }
}

const names: ReadonlySet<string> = new Set(['requestsPerMinute', 'maxTokens', 'totalTokens'])
