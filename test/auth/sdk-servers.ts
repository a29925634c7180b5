import express, { type RequestHandler } from 'express'
import { DemoInMemoryAuthProvider } from 'mcp-sdk-current/examples/server/demoInMemoryOAuthProvider.js'
import { InvalidTokenError } from 'mcp-sdk-current/server/auth/errors.js'
import { requireBearerAuth } from 'mcp-sdk-current/server/auth/middleware/bearerAuth.js'
import type { OAuthTokenVerifier } from 'mcp-sdk-current/server/auth/provider.js'
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
  mcpAuthRouter,
} from 'mcp-sdk-current/server/auth/router.js'
import { McpServer } from 'mcp-sdk-current/server/mcp.js'
import { StreamableHTTPServerTransport } from 'mcp-sdk-current/server/streamableHttp.js'
import type { OAuthMetadata } from 'mcp-sdk-current/shared/auth.js'
import { listen } from '../interop/http/servers/listen.js'
import type { AuthorizationServer } from './authorization-server.js'
import { claimsOf, isSignedWith } from './sign-token.js'

/** A server of the official SDK that wants a token. Whoever starts it closes it. */
export interface SdkNotes {
  readonly url: string
  close(): Promise<void>
}

/** One that takes the tokens of an authorization server elsewhere. */
export function startSdkNotes(home: AuthorizationServer): Promise<SdkNotes> {
  return start(async (url) => {
    const response = await fetch(`${home.issuer}/.well-known/oauth-authorization-server`)
    const oauthMetadata = (await response.json()) as OAuthMetadata
    const metadata = mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: url, scopesSupported: ['notes:read'] })
    return { routes: metadata, verifier: verifierOf(home) }
  })
}

/** One that is its own authorization server, by the parts of the SDK; nobody has to sign in there. */
export function startSdkNotesAlone(): Promise<SdkNotes> {
  return start(async (url) => {
    const provider = new DemoInMemoryAuthProvider((resource) => resource?.href === url.href)
    const issuerUrl = new URL(url.origin)
    return { routes: mcpAuthRouter({ provider, issuerUrl, resourceServerUrl: url }), verifier: provider }
  })
}

interface Parts {
  readonly routes: RequestHandler
  readonly verifier: OAuthTokenVerifier
}

async function start(createParts: (url: URL) => Promise<Parts>): Promise<SdkNotes> {
  const app = express()
  const { origin, close } = await listen(app)
  const url = new URL('/mcp', origin)
  const { routes, verifier } = await createParts(url)
  app.use(routes)
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(url)
  const guard = requireBearerAuth({
    verifier,
    requiredScopes: ['notes:read'],
    resourceMetadataUrl,
    expectedResource: url,
  })
  app.post('/mcp', guard, express.json(), async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await createNotes().connect(transport as never) // its optional members may be undefined
    await transport.handleRequest(request, response, request.body)
  })
  app.all('/mcp', (_request, response) => void response.status(405).end())
  return { url: url.href, close }
}

function createNotes(): McpServer {
  const server = new McpServer({ name: 'official', version: '1' })
  server.registerTool('whoami', {}, ({ authInfo }) => {
    const text = `${authInfo?.extra?.['sub'] ?? 'somebody'} may ${authInfo?.scopes.join(' ')}`
    return { content: [{ type: 'text', text }] }
  })
  return server
}

function verifierOf({ issuer, key }: AuthorizationServer): OAuthTokenVerifier {
  return {
    async verifyAccessToken(token) {
      if (!isSignedWith(key, token)) throw new InvalidTokenError('It is not signed')
      const { aud, client_id, exp, iss, scope, sub } = claimsOf(token)
      if (iss !== issuer) throw new InvalidTokenError('It is of another issuer')
      return {
        token,
        clientId: String(client_id),
        scopes: String(scope).split(' '),
        expiresAt: Number(exp),
        resource: new URL(String(aud)),
        extra: { sub },
      }
    },
  }
}
