import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK, KoaContextWithOIDC } from 'oidc-provider'
import { listen } from '../interop/http/servers/listen.js'
import { createProvider, createSigningKey, type ProviderOptions, type ResourceServer } from './create-provider.js'
import { interactionPages } from './interaction-pages.js'

/** What is set of an authorization server. */
export type AuthorizationServerOptions = Omit<ProviderOptions, 'key' | 'resources'>

/** One thing that happened at an authorization server. */
export interface Happened {
  readonly name: (typeof watched)[number]
  /** Of the request that it was. */
  readonly params: Readonly<Record<string, unknown>>
  readonly clientId: string | undefined
  /** Why, where something was refused. */
  readonly error: string | undefined
}

/** An authorization server on this machine. Whoever starts it closes it. */
export interface AuthorizationServer {
  readonly issuer: string
  /** The key that signs its tokens, with its private part. */
  readonly key: JWK
  /** What happened under one name, in order. */
  named(name: Happened['name']): readonly Happened[]
  /** The requests for tokens by one grant that were granted. */
  granted(grantType: string): readonly Happened[]
  /** Gives tokens for a resource from now on. */
  addResource(identifier: string, resource: ResourceServer): void
  close(): Promise<void>
}

/** Starts one: `oidc-provider` on a port that is free. */
export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const resources = new Map<string, ResourceServer>()
  const key = createSigningKey()
  let answer = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(503).end()
  const { origin, close } = await listen((request, response) => void answer(request, response))
  const provider = await createProvider(origin, { ...options, key, resources })
  const callback = provider.callback()
  answer = (request, response) => {
    const isPage = request.url?.startsWith('/interaction/') === true
    return isPage ? interactionPages(provider, request, response) : callback(request, response)
  }
  const happened = watch(provider)
  const named = (name: Happened['name']) => happened.filter((one) => one.name === name)
  return {
    issuer: origin,
    key,
    named,
    granted: (grantType) => named('grant.success').filter(({ params }) => params['grant_type'] === grantType),
    addResource: (identifier, resource) => void resources.set(identifier, resource),
    close,
  }
}

const watched = [
  'authorization.success',
  'authorization.error',
  'grant.success',
  'grant.error',
  'grant.revoked',
  'registration_create.success',
  'registration_create.error',
  'server_error',
] as const

function watch(provider: EventEmitter): readonly Happened[] {
  const happened: Happened[] = []
  for (const name of watched) {
    provider.on(name, (ctx: KoaContextWithOIDC, error: unknown) => {
      happened.push({
        name,
        params: { ...(ctx.oidc?.params ?? ctx.oidc?.body) },
        clientId: ctx.oidc?.client?.clientId,
        error:
          error instanceof Error ? `${error.message}: ${(error as { error_detail?: string }).error_detail}` : undefined,
      })
    })
  }
  return happened
}
