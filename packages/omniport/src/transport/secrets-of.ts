import { isRedactable } from '../jsonrpc/redact.js'

/** What a program is given, as far as it may be secret. */
export interface GivenToProgram {
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * The secrets among the arguments and the environment of a program: the values of what is named like one, and passwords in
 * addresses. What else it is given is no secret, so that messages about it can be read.
 */
export function secretsOf({ args = [], env = {} }: GivenToProgram): readonly string[] {
  const fromEnv = Object.entries(env).flatMap(([name, value = '']) => (isSecret(name) ? [value] : inAddress(value)))
  return [...fromEnv, ...args.flatMap((arg, at) => inArgument(arg, args[at - 1]))].filter(isRedactable)
}

function inArgument(arg: string, before: string | undefined): readonly string[] {
  const [, name = '', value = ''] = /^-{1,2}([\w-]+)=(.*)$/s.exec(arg) ?? /^()(.*)$/s.exec(arg) ?? []
  const isNamed = isSecret(name) || (before !== undefined && /^-{1,2}[\w-]+$/.test(before) && isSecret(before))
  return isNamed ? [value] : inAddress(arg)
}

function isSecret(name: string): boolean {
  return /key|token|secret|pass|pwd|pat$|cred|auth|cookie|session|bearer|private|signature|dsn|header/i.test(name)
}

/** `scheme://name:password@host`, and what a query names like a secret. */
function inAddress(text: string): readonly string[] {
  const passwords = [...text.matchAll(/:\/\/[^/@:\s]*:([^/@\s]+)@/g)].map(([, password = '']) => password)
  const members = [...text.matchAll(/[?&]([^=&#\s]+)=([^&#\s]+)/g)]
  return [...passwords, ...members.filter(([, name = '']) => isSecret(name)).map(([, , value = '']) => value)]
}
