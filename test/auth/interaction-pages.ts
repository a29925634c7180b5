import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Grant, Provider } from 'oidc-provider'

/**
 * The pages that a person sees at the authorization server: one to sign in, one to agree to what a client asks for, or to
 * decline. Plain forms.
 */
export async function interactionPages(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(await pageOf(provider, interaction))
    return
  }
  const form = new URLSearchParams(await text(request))
  await provider.interactionFinished(request, response, await outcomeOf(provider, interaction, form), {
    mergeWithLastSubmission: true,
  })
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

async function pageOf(provider: Provider, { prompt, params }: Interaction): Promise<string> {
  if (prompt.name === 'login') {
    return page('<label>Name <input name="name"></label> <button name="answer" value="sign-in">Sign in</button>')
  }
  const client = await provider.Client.find(String(params['client_id']))
  const back = new URL(String(params['redirect_uri'])).host
  const scopes = scopesOf(prompt.details).map((scope) => `<li>${toHtml(scope)}</li>`)
  return page(
    `<p><b id="client">${toHtml(client?.clientName ?? 'A client')}</b> at <i id="host">${toHtml(back)}</i> asks for</p>
<ul>${scopes.join('')}</ul>
<button name="answer" value="allow">Allow</button> <button name="answer" value="decline">Decline</button>`,
  )
}

async function outcomeOf(provider: Provider, { prompt, params, session, grantId }: Interaction, form: URLSearchParams) {
  const answer = form.get('answer')
  if (answer === 'sign-in') return { login: { accountId: form.get('name') ?? '' } }
  if (answer !== 'allow') return { error: 'access_denied', error_description: 'The person declined' }
  const stored = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = stored ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) })
  allow(grant, prompt.details)
  return { consent: { grantId: await grant.save() } }
}

interface Missing {
  readonly missingOIDCScope?: readonly string[]
  readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>
}

function allow(grant: Grant, { missingOIDCScope = [], missingResourceScopes = {} }: Missing): void {
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '))
  }
}

function scopesOf({ missingOIDCScope = [], missingResourceScopes = {} }: Missing): readonly string[] {
  return [...missingOIDCScope, ...Object.values(missingResourceScopes).flat()]
}

function page(content: string): string {
  return `<!doctype html><title>Authorization</title><form method="post">${content}</form>`
}

function toHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
