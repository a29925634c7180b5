import { parseRequirements } from '../parse-requirements.js'

/** Requirements of the extension for authorization that an enterprise manages. */
export const ema = parseRequirements(`
EMA-01 | MUST | client | 2025-06-18+ | Token exchange at the IdP: audience = issuer of the MCP authorization server; resource optional, if set the MCP server's resource identifier. | ext-auth/enterprise-managed-authorization#4
EMA-02 | fact | client | 2025-06-18+ | Then grant jwt-bearer with the ID-JAG as assertion at the MCP authorization server, with client authentication (client id metadata document possible). | ext-auth/enterprise-managed-authorization#5
EMA-03 | fact | client | 2025-06-18+ | Support is seen in authorization_grant_profiles_supported (grant-profile:id-jag). | ext-auth/enterprise-managed-authorization#6
EMA-04 | MUST | authorization-server | 2025-06-18+ | Access token is audience-restricted to the ID-JAG's resource. | ext-auth/enterprise-managed-authorization#5.1
EMA-05 | MUST | authorization-server | 2025-06-18+ | Scopes: granted = requested intersect ID-JAG. | ext-auth/enterprise-managed-authorization#7.2.1
EMA-06 | MUST | both | 2025-06-18+ | TLS and https everywhere; no ID-JAG or token in URLs or logs. | ext-auth/enterprise-managed-authorization#7.3, ext-auth/enterprise-managed-authorization#7.4.2
EMA-07 | MUST | authorization-server | 2025-06-18+ | Verify signature with trusted key, algorithm allow-list (never none), iss, aud, sub, iat, exp; safe key rotation. | ext-auth/enterprise-managed-authorization#7.4.1
EMA-08 | MUST | authorization-server | 2025-06-18+ | Reject jti re-use until exp (replay detection is required here). | ext-auth/enterprise-managed-authorization#7.4.2
EMA-09 | MUST | authorization-server | 2025-06-18+ | Check aud = own issuer and resource = own server as a pair; mismatch: invalid_grant. | ext-auth/enterprise-managed-authorization#7.6
EMA-10 | MUST | intermediary | 2025-06-18+ | IdP keeps valid (audience, resource) pairs and enforces client authentication on the exchange. | ext-auth/enterprise-managed-authorization#7.6.1, ext-auth/enterprise-managed-authorization#7.7
EMA-11 | SHOULD | client | 2025-06-18+ | state (checked: MUST), nonce, PKCE for the SSO step; private_key_jwt or mTLS; platform key stores. | ext-auth/enterprise-managed-authorization#7.5
EMA-12 | MUST | server | 2025-06-18+ | Validate tokens incl. audience (introspection allowed). | ext-auth/enterprise-managed-authorization#7.5.4
`)
