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
export function findSecrets({ args, env = {} }: ProgramInput): readonly string[] {
  const fromEnv = Object.entries(env).flatMap(([name, value = '']) =>
    isSecretName(name) ? [value] : secretsInUrl(value),
  )
  const fromArgs = args === undefined ? [] : secretsInArguments(args)
  return [...fromEnv, ...fromArgs].filter(isRedactable)
}

/** The value of a secret is the argument after its name, or stands in one with it: `--token=value`. */
function secretsInArguments(args: readonly string[]): readonly string[] {
  const areNames = args.map((arg) => /^-[\w-]+$/.test(arg) && isSecretName(arg))
  return args.flatMap((arg, at) => {
    const option = /^-[\w-]+=/.exec(arg)?.[0] ?? ''
    const isNamed = areNames[at - 1] === true || isSecretName(option.slice(0, -1))
    return isNamed ? [arg.slice(option.length)] : secretsInUrl(arg)
  })
}

function isSecretName(name: string): boolean {
  return /key|token|secret|pass|pwd|pat$|cred|auth|cookie|session|bearer|private|signature|dsn|header/i.test(name)
}

/**
 * `scheme://name:password@host`, and values of a query or a fragment whose names suggest a secret. A password may contain an
 * unencoded `@`: programs differ in where it ends.
 */
function secretsInUrl(text: string): readonly string[] {
  const patterns = [/:\/\/[^/@:\s]*:([^/@\s]+)@/g, /:\/\/[^/?#@:\s]*:([^/?#\s]+)@/g]
  const passwords = patterns.flatMap((pattern) => groupsOf(text, pattern))
  const values = groupsOf(text, /[?&#]([^?=&#\s]+=[^&#\s]+)/g).flatMap((member) => {
    const at = member.indexOf('=')
    return isSecretName(decodeAscii(member.slice(0, at))) ? [member.slice(at + 1)] : []
  })
  return [...new Set([...passwords, ...values])]
}

function groupsOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match.slice(1))
}
