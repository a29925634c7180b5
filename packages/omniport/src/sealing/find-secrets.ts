import { decodeAscii } from '../values/text/decode-ascii.js'
import { isRedactable } from '../values/text/redact.js'

/** The inputs of a program that may hold secrets. */
export interface ProgramInput {
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * The secrets among the arguments and the environment of a program: values whose names suggest a secret, and passwords in
 * addresses. Other values are not secret, so messages about them stay readable.
 */
export function findSecrets({ args = [], env = {} }: ProgramInput): readonly string[] {
  const fromEnv = Object.entries(env).flatMap(([name, value = '']) =>
    isSecretName(name) ? [value] : secretsInUrl(value),
  )
  return [...fromEnv, ...args.flatMap((arg, at) => secretsInArgument(arg, args[at - 1]))].filter(isRedactable)
}

function secretsInArgument(arg: string, previous: string | undefined): readonly string[] {
  const [, name = '', value = ''] = /^-{1,2}([\w-]+)=(.*)$/s.exec(arg) ?? /^()(.*)$/s.exec(arg) ?? []
  const isNamed =
    isSecretName(name) || (previous !== undefined && /^-{1,2}[\w-]+$/.test(previous) && isSecretName(previous))
  return isNamed ? [value] : secretsInUrl(arg)
}

function isSecretName(name: string): boolean {
  return /key|token|secret|pass|pwd|pat$|cred|auth|cookie|session|bearer|private|signature|dsn|header/i.test(name)
}

/**
 * `scheme://name:password@host`, and values of a query or a fragment whose names suggest a secret. A password may contain an
 * unencoded `@`: programs differ in where it ends.
 */
function secretsInUrl(text: string): readonly string[] {
  const passwords = [/:\/\/[^/@:\s]*:([^/@\s]+)@/g, /:\/\/[^/?#@:\s]*:([^/?#\s]+)@/g].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, password = '']) => password),
  )
  const members = [...text.matchAll(/[?&#]([^?=&#\s]+)=([^&#\s]+)/g)]
  const values = members.filter(([, name = '']) => isSecretName(decodeAscii(name))).map(([, , value = '']) => value)
  return [...new Set([...passwords, ...values])]
}
