import type { AuthOptions } from '../../entries/client.js'
import { OmniportError } from '../../entries/index.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import type { ResolvedTarget, UrlTarget } from '../target/resolved-target.js'
import { clientName, formatSignInAddress, userAuth } from './user-auth.js'

/**
 * Returns the credentials of the options, else of the config file, else the tokens that `login` or `--auth` stored for the
 * address. Rejects with CliError `usage` for invalid options.
 */
export async function resolveAuth(
  options: RunOptions,
  target: ResolvedTarget,
  io: Pick<Io, 'env' | 'stderr' | 'warn'>,
): Promise<AuthOptions | undefined> {
  const auth = await resolveGivenAuth(options, target, io)
  return auth ?? (target.type === 'url' ? storedAuth(target, io) : undefined)
}

/** The same without stored tokens, for a verb that lends credentials to other programs. */
export async function resolveGivenAuth(
  { auth, bearerEnv, browser, header }: RunOptions,
  target: ResolvedTarget,
  io: Pick<Io, 'env' | 'stderr' | 'warn'>,
): Promise<AuthOptions | undefined> {
  if (auth === undefined && bearerEnv === undefined) return configuredAuth(target, browser, io)
  const option = auth === undefined ? '--bearer-env' : '--auth'
  if (header.some((line) => /^authorization\s*:/i.test(line)))
    throw new CliError('usage', `Give ${option} or a header "Authorization", not both`)
  if (bearerEnv === undefined) return createUserAuth(browser, io)
  if (auth !== undefined) throw new CliError('usage', 'Give --auth or --bearer-env, not both')
  if (browser === false) throw withoutSignIn()
  const token = io.env[bearerEnv]
  if (token === undefined || token === '') throw new CliError('usage', `The variable ${bearerEnv} is not set`)
  return { token }
}

/** Adds the sign-in of a user to credentials of a config file that have no token. */
async function configuredAuth(
  target: ResolvedTarget,
  browser: boolean | undefined,
  io: Pick<Io, 'stderr' | 'warn'>,
): Promise<AuthOptions | undefined> {
  const auth = target.type === 'url' ? target.auth : undefined
  const canSignIn = auth !== undefined && auth.token === undefined
  if (browser === false && !canSignIn) throw withoutSignIn()
  return canSignIn ? { ...(await createUserAuth(browser, io)), ...auth } : auth
}

/** Undefined if there are no tokens for the address, or its headers have credentials. Nobody is asked to sign in. */
async function storedAuth(
  { address: { url, headers } }: { readonly address: UrlTarget },
  io: Pick<Io, 'warn'>,
): Promise<AuthOptions | undefined> {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return undefined
  const { createFileAuthStore } = await import('../../entries/node.js')
  const store = createFileAuthStore({ onError: ({ message }) => io.warn(message) })
  const servers = await store.servers().catch(({ message }: Error): readonly string[] => {
    io.warn(`Stored sign-ins are not used: ${message}`)
    return []
  })
  const { href } = new URL(url)
  if (!servers.includes(href)) return undefined
  const open = () => {
    const message =
      'the stored sign-in has expired, was refused, or is not enough; --auth signs in again, for what is asked for'
    throw new OmniportError('unauthorized', message)
  }
  return { store, clientName, open }
}

function withoutSignIn(): CliError {
  return new CliError('usage', '--no-browser goes with --auth: without it nobody signs in')
}

function createUserAuth(browser: boolean | undefined, io: Pick<Io, 'stderr' | 'warn'>): Promise<AuthOptions> {
  return userAuth({
    open: browser === false ? (url) => io.stderr(formatSignInAddress(url)) : undefined,
    onProblem: (message) => io.warn(message),
  })
}
