import { parseRequirements } from '../parse-requirements.js'

/** Requirements on elicitation. */
export const eli = parseRequirements(`
ELI-01 | MUST | client | 2025-06-18+ | A client with elicitation declares it: an empty object in 2025-06-18, since then form, url or both ({} means form). | client/elicitation#capabilities
ELI-02 | MUST | client | 2025-11-25+ | At least one mode is supported. | client/elicitation#capabilities
ELI-03 | MUST | server | 2025-11-25+ | Nothing is asked in a mode that the client did not declare. | client/elicitation#capabilities
ELI-04 | MUST | server | 2025-11-25+ | Every request has a mode (optional for form) and a message. | client/elicitation#elicitation-requests
ELI-05 | MUST | client | 2025-11-25+ | A request without mode is of form mode. | client/elicitation#elicitation-requests
ELI-06 | MUST | server | 2025-06-18, removed 2025-11-25+ | Sensitive information is never asked for. | client/elicitation#user-interaction-model
ELI-07 | MUST | server | 2025-11-25+ | A form never asks for secrets; URL mode is used for those. | client/elicitation#user-interaction-model
ELI-08 | SHOULD | client | 2025-06-18, removed 2025-11-25+ | UI shows which server asks, and lets users review, edit and decline. | client/elicitation#user-interaction-model
ELI-09 | MUST | client | 2025-11-25+ | UI shows which server asks, offers decline and cancel at any time, and lets users review and edit the answers of a form. | client/elicitation#user-interaction-model
ELI-10 | fact | server | 2025-06-18+ | requestedSchema is a flat object of strings (minLength, maxLength, format email, uri, date, date-time), numbers or integers (minimum, maximum), booleans and enums. | client/elicitation#requested-schema, client/elicitation#request-schema
ELI-11 | fact | server | 2025-06-18+ | Enums: enum with enumNames (2025-06-18, legacy since); since 2025-11-25 oneOf[{const, title}], and arrays of items.enum or items.anyOf[{const, title}] with minItems and maxItems. | schema#enumschema, SEP-1330
ELI-12 | fact | server | 2025-06-18+ | default: booleans only in 2025-06-18, all primitives and enums since 2025-11-25. | schema#primitiveschemadefinition, SEP-1034
ELI-13 | SHOULD | client | 2025-11-25+ | Forms are filled with the defaults. | client/elicitation#requested-schema
ELI-14 | fact | server | 2025-11-25+ | pattern of a string is in the prose of 2025-11-25 only, in no schema. | client/elicitation#requested-schema, schema#stringschema
ELI-15 | fact | client | 2025-06-18+ | An answer is accept (with content, for a form), decline or cancel; content has strings, numbers and booleans, since 2025-11-25 arrays of strings too. | client/elicitation#response-actions, schema#elicitresult
ELI-16 | MUST | server | 2025-11-25+ | A request in URL mode has mode "url", a message and a valid url (2025-11-25: and an elicitationId of its own). | client/elicitation#url-mode-elicitation-requests
ELI-17 | fact | client | 2025-11-25+ | accept in URL mode is consent to open the URL; what is done there comes out of band. | client/elicitation#url-mode-elicitation-requests
ELI-18 | MUST | server | 2025-11-25, removed 2026-07-28 | notifications/elicitation/complete, if sent, goes to the client that was asked only, with its elicitationId. | client/elicitation#completion-notifications-for-url-mode-elicitation
ELI-19 | MUST | client | 2025-11-25, removed 2026-07-28 | Completions of unknown or finished elicitations are ignored. | client/elicitation#completion-notifications-for-url-mode-elicitation
ELI-20 | MUST | server | 2025-11-25, removed 2026-07-28 | -32042 is for elicitations that are required: data.elicitations lists them, all in URL mode, each with an elicitationId. | client/elicitation#url-elicitation-required-error
ELI-21 | MUST | client | 2025-11-25, removed 2026-07-28 | A mode that was not declared is answered with -32602. | client/elicitation#error-handling
ELI-22 | SHOULD | client | 2025-11-25 | Users can retry or cancel by hand when no completion arrives. | client/elicitation#completion-notifications-for-url-mode-elicitation
ELI-23 | SHOULD | client | 2026-07-28 | Users can go on with the retry by hand after they consented to a URL. | client/elicitation#url-mode-elicitation-requests
ELI-24 | MUST | server | 2025-11-25+ | What is stored of an elicitation is protected and bound to the user, not to a session id alone; who that is comes from authorization (sub) where possible. | client/elicitation#statefulness
ELI-25 | MUST | server | 2025-11-25+ | An elicitation is bound to the identity of client and user. | client/elicitation#security-considerations
ELI-26 | MUST | server | 2025-11-25+ | The user who opens the URL is verified to be the one who was asked, also if the URL was tampered with. | client/elicitation#phishing
ELI-27 | MUST | server | 2025-11-25+ | The URL holds nothing secret or personal of the user, and gives no access by itself. | client/elicitation#safe-url-handling
ELI-28 | SHOULD | server | 2025-11-25+ | No clickable URLs in the fields of a form; HTTPS but for development. | client/elicitation#safe-url-handling
ELI-29 | MUST | client | 2025-11-25+ | The URL is not fetched ahead, not opened without consent, shown in full, and opened where neither client nor model can look on. | client/elicitation#safe-url-handling
ELI-30 | SHOULD | client | 2025-11-25+ | The domain stands out, Punycode is warned of, and no other URL can be clicked. | client/elicitation#safe-url-handling
ELI-31 | MUST | server | 2025-11-25+ | Credentials of third parties that were got in URL mode never reach the client. | client/elicitation#url-mode-elicitation-for-oauth-flows
ELI-32 | MUST | server | 2025-11-25+ | URL mode does not authorize the client at this server. | client/elicitation#url-mode-elicitation-for-oauth-flows
ELI-33 | MUST | server | 2025-11-25+ | What the client says of the user's identity is not trusted unverified. | client/elicitation#identifying-the-user
ELI-34 | SHOULD | both | 2025-06-18+ | The client validates its answer, and the server what it received, against requestedSchema. | client/elicitation#security-considerations, client/elicitation#form-mode-security
ELI-35 | SHOULD | client | 2025-06-18..2025-11-25 | Elicitations are rate-limited. | client/elicitation#security-considerations
ELI-36 | MUST | server | 2026-07-28 | Decline, cancel and no answer at all are handled; none of them is success. | client/elicitation#error-handling
ELI-37 | derived | server | all | What is asked of a 2025-06-18 client has no mode, enumNames in place of titles, defaults of booleans only; multiple choice and URLs are not asked of it, and nothing of older clients. | derived
ELI-38 | derived | server | all | URL mode has an elicitationId for 2025-11-25 and none for 2026-07-28, where requestState tells which it was. | derived
`)
