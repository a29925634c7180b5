import { isJsonObject } from '../json-object.js'
import { memberNames } from '../members.js'

/** Who pays for the work. */
interface Payer {
  spend(amount: number): void
}

const nobody: Payer = { spend: () => {} }

/** A text that two JSON values share exactly when they are equal (RFC 8785). Work is taken from the run, if there is one. */
export function canonicalJson(value: unknown, run: Payer = nobody): string {
  run.spend(1)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, run)).join(',')}]`
  if (!isJsonObject(value)) {
    if (typeof value === 'string') run.spend(value.length)
    return String(JSON.stringify(value))
  }
  const names = memberNames(value).sort()
  const members = names.map((name) => {
    run.spend(1 + name.length)
    return `${JSON.stringify(name)}:${canonicalJson(value[name], run)}`
  })
  return `{${members.join(',')}}`
}
