import { isObject } from './is-object.js'

/** Who pays for the work. */
interface Payer {
  spend(amount: number): void
}

const nobody: Payer = { spend: () => {} }

/** A text that two JSON values share exactly when they are equal (RFC 8785). The payer, if there is one, may stop it. */
export function canonicalJson(value: unknown, payer: Payer = nobody): string {
  payer.spend(1)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, payer)).join(',')}]`
  if (!isObject(value)) {
    if (typeof value === 'string') payer.spend(value.length)
    return String(JSON.stringify(value))
  }
  // A member that is undefined is absent, as it is in JSON text.
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
  const members = names.map((name) => {
    payer.spend(1 + name.length)
    return `${JSON.stringify(name)}:${canonicalJson(value[name], payer)}`
  })
  return `{${members.join(',')}}`
}
