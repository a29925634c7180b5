import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'

/** The kinds of servers that options depend on, in the words of an error. */
export type TargetKind = 'a command' | 'a server module' | 'a URL'

/** Rejects options that mean nothing to a target. @throws CliError `usage` with what the option is for. */
export function refuseOptionsOfTarget(kind: TargetKind, options: RunOptions): void {
  for (const { flag, isGiven, kinds, purpose } of rules) {
    if (kinds.includes(kind) || !isGiven(options)) continue
    throw new CliError('usage', `${flag} means nothing to ${kind}; it is for ${purpose}`)
  }
}

interface Rule {
  readonly flag: string
  readonly isGiven: (options: RunOptions) => boolean
  readonly kinds: readonly TargetKind[]
  readonly purpose: string
}

const ofUrls: Pick<Rule, 'kinds' | 'purpose'> = { kinds: ['a URL'], purpose: 'servers at a URL' }

const rules: readonly Rule[] = [
  { flag: '--header', isGiven: ({ header }) => header.length > 0, ...ofUrls },
  { flag: '--auth', isGiven: ({ auth }) => auth !== undefined, ...ofUrls },
  { flag: '--bearer-env', isGiven: ({ bearerEnv }) => bearerEnv !== undefined, ...ofUrls },
  { flag: '--no-browser', isGiven: ({ browser }) => browser === false, ...ofUrls },
  {
    flag: '--env',
    isGiven: ({ env }) => env.length > 0,
    kinds: ['a command', 'a server module'],
    purpose: 'servers that start here',
  },
  { flag: '--config', isGiven: ({ config }) => config !== undefined, kinds: [], purpose: 'names of servers' },
]
