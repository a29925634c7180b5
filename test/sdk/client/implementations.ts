// The same tests run over the official SDK and over the package that takes its place.

import * as officialAuth from '@modelcontextprotocol/sdk/client/auth.js'
import * as officialExtensions from '@modelcontextprotocol/sdk/client/auth-extensions.js'
import * as officialClient from '@modelcontextprotocol/sdk/client/index.js'
import * as officialMiddleware from '@modelcontextprotocol/sdk/client/middleware.js'
import * as officialSse from '@modelcontextprotocol/sdk/client/sse.js'
import * as officialStdio from '@modelcontextprotocol/sdk/client/stdio.js'
import * as officialStreamableHttp from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as officialErrors from '@modelcontextprotocol/sdk/server/auth/errors.js'
import * as officialAuthorize from '@modelcontextprotocol/sdk/server/auth/handlers/authorize.js'
import * as officialBearerAuth from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import * as officialProxy from '@modelcontextprotocol/sdk/server/auth/providers/proxyProvider.js'
import * as officialRouter from '@modelcontextprotocol/sdk/server/auth/router.js'
import * as officialTypes from '@modelcontextprotocol/sdk/types.js'
import * as auth from '../../../packages/sdk/src/client/auth.js'
import * as extensions from '../../../packages/sdk/src/client/auth-extensions.js'
import * as client from '../../../packages/sdk/src/client/index.js'
import * as middleware from '../../../packages/sdk/src/client/middleware.js'
import * as sse from '../../../packages/sdk/src/client/sse.js'
import * as stdio from '../../../packages/sdk/src/client/stdio.js'
import * as streamableHttp from '../../../packages/sdk/src/client/streamableHttp.js'
import * as errors from '../../../packages/sdk/src/server/auth/errors.js'
import * as authorize from '../../../packages/sdk/src/server/auth/handlers/authorize.js'
import * as bearerAuth from '../../../packages/sdk/src/server/auth/middleware/bearerAuth.js'
import * as proxy from '../../../packages/sdk/src/server/auth/providers/proxyProvider.js'
import * as router from '../../../packages/sdk/src/server/auth/router.js'
import * as types from '../../../packages/sdk/src/types.js'

const official = {
  ...officialAuth,
  ...officialAuthorize,
  ...officialBearerAuth,
  ...officialClient,
  ...officialErrors,
  ...officialExtensions,
  ...officialMiddleware,
  ...officialProxy,
  ...officialRouter,
  ...officialSse,
  ...officialStdio,
  ...officialStreamableHttp,
  ...officialTypes,
}

const replacement = {
  ...auth,
  ...authorize,
  ...bearerAuth,
  ...client,
  ...errors,
  ...extensions,
  ...middleware,
  ...proxy,
  ...router,
  ...sse,
  ...stdio,
  ...streamableHttp,
  ...types,
}

/** The modules of an implementation, all in one. */
export type Sdk = typeof official

/** Our modules stand in for the official ones, so they are used as those. */
export const implementations: [name: string, sdk: Sdk][] = [
  ['official', official],
  ['ours', replacement as unknown as Sdk],
]
