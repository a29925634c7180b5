import { parseRequirements } from '../parse-requirements.js'

/** Requirements of authorization over HTTP. */
export const auth = parseRequirements(`
AUTH-01 | fact | both | 2025-03-26+ | Authorization is optional as a whole; 2024-11-05 has none. | basic/authorization#protocol-requirements
AUTH-02 | SHOULD | both | 2025-03-26+ | HTTP transports follow it; stdio does not (environment credentials). | basic/authorization#protocol-requirements
AUTH-03 | MUST | both | 2025-03-26+ | Other transports follow established security practice of their protocol. | basic/authorization#protocol-requirements
AUTH-04 | MUST | authorization-server | 2025-03-26+ | OAuth 2.1 with proper measures for public and confidential clients. | basic/authorization#overview
AUTH-05 | MUST | client | 2025-03-26 | Authorization server = MCP server's origin with the path removed; try /.well-known/oauth-authorization-server there first. | basic/authorization#server-metadata-discovery
AUTH-06 | MUST | client | 2025-03-26 | No metadata: use /authorize, /token, /register on that base. | basic/authorization#fallbacks-for-servers-without-metadata-discovery
AUTH-07 | SHOULD | client | 2025-03-26 | Send MCP-Protocol-Version on metadata requests. | basic/authorization#server-metadata-discovery
AUTH-08 | MUST | client | 2025-03-26 | RFC 8414 support (server SHOULD). | basic/authorization#overview
AUTH-09 | MUST | server | 2025-03-26 | Third-party authorization: bind own tokens to third-party tokens, keep the mapping safe, validate before honouring, lifecycle and expiry. | basic/authorization#third-party-authorization-flow
AUTH-10 | MUST | server | 2025-06-18+ | Protected Resource Metadata (RFC 9728) with at least one authorization server. | basic/authorization#authorization-server-location
AUTH-11 | MUST | client | 2025-06-18+ | Use protected resource metadata to find the authorization server. | basic/authorization#authorization-server-location
AUTH-12 | MUST | server | 2025-06-18 | A 401 always carries WWW-Authenticate with resource_metadata. | basic/authorization#authorization-server-location
AUTH-13 | MUST | server | 2025-11-25+ | Publish protected resource metadata through WWW-Authenticate or through the well-known URIs. | basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
AUTH-14 | MUST | client | 2025-11-25+ | Support both: header URL first, then well-known with the endpoint path, then at the root. | basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
AUTH-15 | MUST | client | 2025-06-18+ | Parse WWW-Authenticate and react to 401. | basic/authorization#authorization-server-location
AUTH-16 | MUST | authorization-server | 2025-06-18 | RFC 8414 metadata provided by the authorization server and used by the client. | basic/authorization#server-metadata-discovery
AUTH-17 | MUST | authorization-server | 2025-11-25+ | RFC 8414 or OpenID Connect Discovery. | basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
AUTH-18 | MUST | client | 2025-11-25+ | Issuer with path: oauth-authorization-server path-inserted, openid-configuration path-inserted, openid-configuration path-appended; without path: the two root documents, in order. | basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
AUTH-19 | MUST | client | 2026-07-28 | issuer in the fetched document equals exactly the issuer used to build the URL; else reject. | basic/authorization/authorization-server-discovery
AUTH-20 | SHOULD | client | 2025-11-25+ | Registration order: pre-registered, client id metadata document (if client_id_metadata_document_supported), dynamic registration, ask the user. | basic/authorization/client-registration
AUTH-21 | SHOULD | both | 2025-11-25+ | Clients and authorization server support Client ID Metadata Documents. | basic/authorization/client-registration#client-id-metadata-documents
AUTH-22 | MUST | client | 2025-11-25+ | client id metadata document client_id is an https URL with a path; document holds client_id (equal to the URL), client_name, redirect_uris. | basic/authorization/client-registration#client-id-metadata-documents
AUTH-23 | MUST | authorization-server | 2025-11-25+ | authorization server checks client_id equality, JSON validity, required fields and redirect_uris; SHOULD cache by HTTP rules; MUST show the redirect host; SSRF care. | basic/authorization/client-registration, basic/authorization/security-considerations
AUTH-24 | SHOULD | both | 2025-03-26..2025-06-18 | dynamic registration (RFC 7591) supported. | basic/authorization#dynamic-client-registration
AUTH-25 | MAY | both | 2025-11-25+ | dynamic registration optional (2026-07-28: deprecated, kept for compatibility). | basic/authorization#dynamic-client-registration, basic/authorization/client-registration#dynamic-client-registration
AUTH-26 | MUST | client | 2026-07-28 | dynamic registration: state a fitting application_type (native for localhost/custom schemes, web for remote; SHOULD) and be ready for rejection. | basic/authorization/client-registration#application-type-and-redirect-uri-constraints
AUTH-27 | MUST | client | 2026-07-28 | Persisted client credentials are keyed by issuer, never reused at another authorization server; re-register when the authorization server changes. | basic/authorization/client-registration#authorization-server-binding
AUTH-28 | SHOULD | server | 2025-11-25+ | 401 challenge names the scope needed. | basic/authorization#scope-selection-strategy
AUTH-29 | MUST | client | 2025-11-25+ | Treat challenged scopes as authoritative; assume nothing about their relation to scopes_supported. | basic/authorization#scope-selection-strategy
AUTH-30 | SHOULD | client | 2025-11-25+ | Scope choice: challenge scope, else all scopes_supported, else omit; least privilege. | basic/authorization#scope-selection-strategy
AUTH-31 | MUST | client | 2025-06-18+ | resource (RFC 8707) in authorization AND token requests (refresh too), whether or not the authorization server supports it. | basic/authorization#resource-parameter-implementation
AUTH-32 | MUST | client | 2025-06-18+ | resource = canonical server URI: absolute, no fragment; lowercase scheme/host, no trailing slash unless significant (SHOULD). | basic/authorization#canonical-server-uri
AUTH-33 | MUST | client | 2026-07-28 | Record the validated issuer with the PKCE verifier (and state) before redirecting. | basic/authorization#authorization-response-validation
AUTH-34 | MUST | client | 2026-07-28 | iss present: must equal the recorded issuer, whatever the metadata says; advertised but absent: reject; neither: go on. | basic/authorization#authorization-response-validation
AUTH-35 | MUST | client | 2026-07-28 | iss compared as plain string, no URL normalization. | basic/authorization#authorization-response-validation
AUTH-36 | MUST | client | 2026-07-28 | Same check on error responses; on mismatch do not act on or show error fields. | basic/authorization#authorization-response-validation
AUTH-37 | SHOULD | authorization-server | 2026-07-28 | Include iss (then advertising it is MUST). | basic/authorization#authorization-response-validation
AUTH-38 | MUST | client | 2025-03-26+ | Authorization: Bearer on every HTTP request, also within a session. | basic/authorization#access-token-usage
AUTH-39 | MUST | client | 2025-03-26+ | Tokens never in the query string. | basic/authorization#access-token-usage
AUTH-40 | MUST | server | 2025-03-26+ | Validate tokens (OAuth 2.1 §5.2); invalid or expired: 401. | basic/authorization#token-handling
AUTH-41 | MUST | server | 2025-06-18+ | Audience check: token was issued for this server. | basic/authorization#token-handling
AUTH-42 | MUST | client | 2025-06-18+ | Send only tokens issued by this server's authorization server. | basic/authorization#token-handling
AUTH-43 | MUST | server | 2025-06-18+ | Accept no other tokens and pass none on (upstream calls use separate tokens). | basic/authorization#token-handling, basic/authorization/security-considerations#access-token-privilege-restriction
AUTH-44 | MUST | server | 2025-03-26+ | 401 authorization required/invalid token, 403 scope/permission, 400 malformed. | basic/authorization#error-handling
AUTH-45 | SHOULD | server | 2025-11-25+ | Missing scope at run time: 403, WWW-Authenticate error=insufficient_scope, scope, resource_metadata. | basic/authorization#scope-challenge-handling
AUTH-46 | SHOULD | server | 2025-11-25+ | Scope inclusion in challenges: 2025-11-25 recommends existing and new ones; 2026-07-28 those of the operation (RFC 6750). | basic/authorization#scope-challenge-handling
AUTH-47 | SHOULD | client | 2025-11-25+ | Step-up for user-present clients, retry limits, tracking of attempts. | basic/authorization#step-up-authorization-flow
AUTH-48 | fact | client | 2026-07-28 | Step-up scope set = union of formerly requested and challenged scopes. | basic/authorization#step-up-authorization-flow
AUTH-49 | MUST | server | 2026-07-28 | Scope hierarchies count when judging sufficiency. | basic/authorization#step-up-authorization-flow
AUTH-50 | MUST | client | 2026-07-28 | Refresh tokens confidential; never assume one is issued (offline_access only if offered; grant type SHOULD be listed). | basic/authorization#refresh-tokens
AUTH-51 | SHOULD | server | 2026-07-28 | Servers keep offline_access out of challenges and protected resource metadata scopes_supported. | basic/authorization#refresh-tokens
AUTH-52 | MUST | client | 2025-03-26+ | PKCE always. | basic/authorization/security-considerations
AUTH-53 | MUST | client | 2025-11-25+ | S256; refuse if metadata lacks code_challenge_methods_supported (OIDC too). | basic/authorization/security-considerations
AUTH-54 | MUST | authorization-server | 2025-11-25+ | OIDC providers publish code_challenge_methods_supported. | basic/authorization/security-considerations
AUTH-55 | MUST | both | 2025-03-26+ | authorization server endpoints over HTTPS; redirect URIs https or localhost, registered, matched exactly. | basic/authorization/security-considerations
AUTH-56 | SHOULD | client | 2025-06-18+ | state is used and checked. | basic/authorization/security-considerations#open-redirection
AUTH-57 | MUST | both | 2025-03-26+ | Secure token storage. | basic/authorization/security-considerations#token-theft
AUTH-58 | MUST | authorization-server | 2025-06-18+ | Rotate refresh tokens of public clients; (SHOULD) short-lived access tokens. | basic/authorization/security-considerations#token-theft
AUTH-59 | MUST | server | 2025-06-18+ | Proxies with a static upstream client id obtain user consent per dynamically registered client. | basic/authorization/security-considerations#confused-deputy-problem
`)
