import type { AuthOptions } from '../../entries/client.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { formatSignInAddress, userAuth } from './user-auth.js'

/** Returns the credentials of the options, else of the config file. Rejects with CliError `usage` for invalid options. */
export async function resolveAuth(
  { auth, bearerEnv, browser }: RunOptions,
  target: ResolvedTarget,
  io: Pick<Io, 'env' | 'stderr'>,
): Promise<AuthOptions | undefined> {
  if (auth === undefined && bearerEnv === undefined) return configuredAuth(target, browser, io)
  if (target.type !== 'url') throw new CliError('usage', '--auth and --bearer-env are for servers at a URL')
  if (bearerEnv === undefined) return createUserAuth(browser, io)
  if (auth !== undefined) throw new CliError('usage', 'Give --auth or --bearer-env, not both')
  const token = io.env[bearerEnv]
  if (token === undefined || token === '') throw new CliError('usage', `The variable ${bearerEnv} is not set`)
  return { token }
}

/** Adds the sign-in of a user to credentials of a config file that have no token. */
async function configuredAuth(
  target: ResolvedTarget,
  browser: boolean | undefined,
  io: Pick<Io, 'stderr'>,
): Promise<AuthOptions | undefined> {
  const auth = target.type === 'url' ? target.auth : undefined
  return auth === undefined || auth.token !== undefined ? auth : { ...(await createUserAuth(browser, io)), ...auth }
}

function createUserAuth(browser: boolean | undefined, io: Pick<Io, 'stderr'>): Promise<AuthOptions> {
  return userAuth({
    open: browser === false ? (url) => io.stderr(formatSignInAddress(url)) : undefined,
    onProblem: (message) => io.stderr(`[warning] ${message}`),
  })
}
