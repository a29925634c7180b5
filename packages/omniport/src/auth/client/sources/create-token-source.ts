import type { AuthHome } from '../auth-home.js'
import { assertClientIssuer, noteClientIssuer } from '../registration/client-issuer.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest, TokenSource } from '../token-source.js'
import { obtainWithPerson } from './browser/obtain-with-person.js'
import { checkAuthOptions } from './check-auth-options.js'
import { obtainForClient } from './client-credentials.js'
import { obtainForEmployee } from './enterprise.js'
import { obtainForWorkload } from './jwt-bearer.js'
import { refreshTokens } from './refresh-tokens.js'

/**
 * Creates the way to tokens that the options name.
 *
 * @throws TypeError where the options cannot work together; it names the one that is wrong.
 */
export function createTokenSource(home: AuthHome): TokenSource {
  checkAuthOptions(home)
  return {
    async obtain(request) {
      request.signal.throwIfAborted()
      await assertClientIssuer(home, request.authorization)
      const tokens = await obtain(home, request)
      await noteClientIssuer(home, request.authorization).catch((reason) => home.report?.(reason))
      return tokens
    },
    async refresh(refreshToken, request) {
      request.signal.throwIfAborted()
      await assertClientIssuer(home, request.authorization)
      return refreshTokens(home, refreshToken, request)
    },
  }
}

function obtain(home: AuthHome, request: TokenRequest): Promise<TokenSet> {
  const { grant = 'authorization_code' } = home.options
  if (grant === 'authorization_code') return obtainWithPerson(home, request)
  if (grant === 'client_credentials') return obtainForClient(home, request)
  if (grant.type === 'enterprise') return obtainForEmployee(home, request, grant)
  return obtainForWorkload(home, request, grant)
}
