import { isObject } from './is-object.js'

/** A budget of work. `consume` may throw, which stops the work. */
interface WorkBudget {
  consume(amount: number): void
}

const unlimitedBudget: WorkBudget = { consume: () => {} }

/** The canonical text of a JSON value (RFC 8785): two values have the same text exactly if they are equal. */
export function canonicalJson(value: unknown, budget: WorkBudget = unlimitedBudget): string {
  budget.consume(1)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, budget)).join(',')}]`
  if (!isObject(value)) {
    if (typeof value === 'string') budget.consume(value.length)
    return String(JSON.stringify(value))
  }
  // A member that is undefined is absent, as it is in JSON text.
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
  const members = names.map((name) => {
    budget.consume(1 + name.length)
    return `${JSON.stringify(name)}:${canonicalJson(value[name], budget)}`
  })
  return `{${members.join(',')}}`
}
