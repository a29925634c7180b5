import { parseRequirements } from '../parse-requirements.js'

/** Requirements of the extension for client credentials. */
export const cc = parseRequirements(`
CC-01 | MUST | both | 2025-06-18+ | An adopter meets the extension and the baseline authorization; HTTP transports only. | ext-auth/oauth-client-credentials#extension-requirements
CC-02 | MUST | client | 2025-06-18+ | Client authentication by JWT assertion (RFC 7523 §2.2, recommended) or by client secret in the request content. | ext-auth/oauth-client-credentials#client-authentication
CC-03 | MUST | authorization-server | 2025-06-18+ | Metadata lists private_key_jwt or client_secret_basic in token_endpoint_auth_methods_supported; signing algs if JWT. | ext-auth/oauth-client-credentials#server-metadata
CC-04 | fact | client | 2025-06-18+ | grant_type=client_credentials, resource, scope; client_id omitted with an assertion; no dynamic registration. | ext-auth/oauth-client-credentials#examples
CC-05 | MUST | both | 2025-06-18+ | OAuth 2.1 security practice: protect keys, secrets, tokens. | ext-auth/oauth-client-credentials#security
CC-06 | MAY | client | 2026-07-28 | On insufficient_scope such a client may step up or abort. | basic/authorization#step-up-authorization-flow
`)
