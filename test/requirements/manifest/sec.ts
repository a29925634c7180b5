import { parseRequirements } from '../parse-requirements.js'

/** Requirements of the security best practices. */
export const sec = parseRequirements(`
SEC-01 | MUST | server | all | Proxy: per-client consent store checked before the upstream redirect. | docs/security_best_practices#confused-deputy
SEC-02 | MUST | server | all | Consent page names client, scopes, redirect URI; CSRF token; no framing. | docs/security_best_practices#confused-deputy
SEC-03 | MUST | server | all | Consent cookies: __Host- prefix, Secure, HttpOnly, SameSite=Lax, signed or server-side, bound to the client_id. | docs/security_best_practices#confused-deputy
SEC-04 | MUST | server | all | Exact redirect_uri match; state random, stored only after consent, single use, short life, checked at callback. | docs/security_best_practices#confused-deputy
SEC-05 | MUST | server | all | No token passthrough. | docs/security_best_practices#token-passthrough
SEC-06 | MUST | client | all | Server-side deployed clients consider SSRF for every OAuth URL. | docs/security_best_practices#ssrf
SEC-07 | SHOULD | client | all | HTTPS only for those, private/link-local/loopback ranges blocked (resolved address, no hand-written parser), redirects re-checked, egress proxy, DNS TOCTOU. | docs/security_best_practices#ssrf
SEC-08 | MUST | server | 2024-11-05..2025-11-25 | Sessions are not authentication; verify every inbound request; random session ids (SHOULD bind to user id, rotate, expire). | docs/security_best_practices#session-hijacking
SEC-09 | MUST | server | 2026-07-28 | State handles are no credentials; verify every request (SHOULD: random handles bound server-side to the user). | docs/security_best_practices#state-handle-hijacking
SEC-10 | MUST | host | all | One-click local server setup: show the exact command untruncated, mark as dangerous, explicit approval, cancellable. | docs/security_best_practices#local-server-compromise
SEC-11 | SHOULD | host | all | Highlight dangerous commands, warn on privileged paths, sandbox, least privilege. | docs/security_best_practices#local-server-compromise
SEC-12 | SHOULD | server | all | Local servers: stdio, or HTTP behind a token or unix socket. | docs/security_best_practices#local-server-compromise
SEC-13 | MUST | client | all | Authorization URLs: http/https only (https in production), other schemes rejected, no shell to open them, sanitized. | docs/security_best_practices#oauth-authorization-url-validation
SEC-14 | SHOULD | client | all | Scope minimization: small initial set, incremental elevation. | docs/security_best_practices#scope-minimization
SEC-15 | SHOULD | intermediary | all | Network-exposed stdio proxies: authentication, isolation, command allowlist. | docs/security_best_practices#stdio-proxy
`)
