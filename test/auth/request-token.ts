/** A client that needs no person, registered beforehand. */
export const nightly = {
  client_id: 'nightly',
  client_secret: 'a secret that nobody knows',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
} as const

/** What a token is asked for. */
export interface TokenFor {
  readonly issuer: string
  readonly resource: string
  readonly scope: string
}

/** A token as the authorization server gives it to `nightly`. */
export async function requestToken({ issuer, resource, scope }: TokenFor): Promise<string> {
  const { client_id, client_secret } = nightly
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope, resource }
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(form) })
  const answer = (await response.json()) as { readonly access_token?: string }
  if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`)
  return answer.access_token
}
