import type { AuthOptions } from '../../../auth/client/auth-options.js'
import { readVariable } from '../expand/expand-variables.js'
import { FieldFault } from '../field-fault.js'
import type { EntryContext } from './entry-context.js'
import type { EntryReader, Field } from './entry-reader.js'
import type { ConfigAddress } from './read-target.js'

export interface ConfigAuth {
  readonly auth?: AuthOptions | undefined
  /** The unknown fields inside the entry's auth object, under its name. */
  readonly rest?: Readonly<Record<string, unknown>> | undefined
}

/** Reads the credentials of an entry. Rejects with FieldFault. */
export async function readAuth(
  reader: EntryReader,
  { headers }: ConfigAddress,
  context: EntryContext,
): Promise<ConfigAuth> {
  const token = await readToken(reader, context)
  const oauth = reader.findIf(isOauth, 'oauth', 'auth')
  const field = token?.field ?? oauth
  if (field === undefined || oauth?.value === false) return { auth: token && { token: token.text } }
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
    throw new FieldFault(field.path, ': there is an Authorization header too: give one of them')
  }
  if (token !== undefined) return { auth: { token: token.text } }
  return oauth === undefined || typeof oauth.value !== 'object' ? { auth: {} } : readOauth(oauth, reader, context)
}

interface Token {
  readonly field: Field
  readonly text: string
}

async function readToken(reader: EntryReader, scope: EntryContext): Promise<Token | undefined> {
  const named = reader.find('bearerTokenEnv', 'bearer_token_env_var')
  const field = named ?? reader.find('bearerToken')
  if (field === undefined) return undefined
  const { path } = field
  const text = named === undefined ? await reader.text(field) : readVariable(reader.plainText(named), { path, scope })
  if (!/^[\x21-\x7e]+$/.test(text)) throw new FieldFault(path, ' must be a token of visible ASCII characters')
  return { field, text }
}

/** Some hosts write `true` or "oauth" for the default. Other strings are not OAuth settings. */
function isOauth(value: unknown): boolean {
  return typeof value === 'boolean' || value === 'oauth' || (typeof value === 'object' && value !== null)
}

async function readOauth(field: Field, reader: EntryReader, context: EntryContext): Promise<ConfigAuth> {
  const inside = reader.inside(field)
  const text = async (...names: readonly string[]) => {
    const found = inside.find(...names)
    return found && (await inside.text(found))
  }
  const enabled = inside.find('enabled')
  if (enabled !== undefined && !inside.flag(enabled)) return { rest: restOf(field, inside) }
  const clientId = await text('clientId', 'client_id')
  const clientSecret = (await text('clientSecret', 'client_secret')) ?? secretOf(inside, context)
  if (clientSecret !== undefined && clientId === undefined)
    throw new FieldFault(field.path, ' must have a clientId beside the secret')
  const scopes = inside.find('scopes', 'scope')
  const grant = inside.find('grant', 'grantType', 'grant_type')
  const options = {
    clientId,
    clientSecret,
    issuer: await text('issuer'),
    clientMetadataUrl: await text('clientMetadataUrl', 'client_metadata_url'),
    clientName: await text('clientName', 'client_name'),
    scopes:
      scopes && (typeof scopes.value === 'string' ? words(await inside.text(scopes)) : await inside.texts(scopes)),
    grant: grant && grantOf(grant, inside),
  }
  const present = Object.entries(options).filter(([, value]) => value !== undefined)
  return { auth: Object.fromEntries(present) as AuthOptions, rest: restOf(field, inside) } // only the members that are set
}

function restOf({ path }: Field, { rest }: EntryReader): Readonly<Record<string, unknown>> | undefined {
  return rest && { [String(path.at(-1))]: rest }
}

function secretOf(reader: EntryReader, scope: EntryContext): string | undefined {
  const named = reader.find('clientSecretEnv', 'client_secret_env')
  return named && readVariable(reader.plainText(named), { path: named.path, scope })
}

function grantOf(field: Field, reader: EntryReader): 'authorization_code' | 'client_credentials' {
  const grant = reader.plainText(field)
  if (grant === 'authorization_code' || grant === 'client_credentials') return grant
  throw new FieldFault(field.path, ' must be "authorization_code" or "client_credentials"')
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
