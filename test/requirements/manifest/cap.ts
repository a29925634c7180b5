import { parseRequirements } from '../parse-requirements.js'

/** Requirements on capabilities. */
export const cap = parseRequirements(`
CAP-01 | fact | both | 2024-11-05..2025-11-25 | Capabilities are exchanged once, in initialize, and hold for the session. | basic/lifecycle#capability-negotiation
CAP-02 | MUST | client | 2026-07-28 | Capabilities are declared in _meta on each request; servers publish theirs in server/discover. | architecture/index, basic/index#_meta
CAP-03 | informal | both | all | Declared capabilities are respected throughout; implemented server features are advertised. | architecture/index#capability-negotiation
CAP-04 | fact | both | all | Capability objects are open sets: unknown members are ignored, not errors. | schema#clientcapabilities, schema#servercapabilities
CAP-05 | fact | client | all | Client capability keys: roots{listChanged}, sampling, experimental; since 2025-06-18 elicitation; 2025-11-25 sampling{context,tools}, elicitation{form,url}, tasks{list,cancel,requests}; 2026-07-28 roots{}, extensions, no tasks. | schema#clientcapabilities
CAP-06 | fact | server | all | Server capability keys: logging, prompts{listChanged}, resources{subscribe,listChanged}, tools{listChanged}, experimental; since 2025-03-26 completions; 2025-11-25 tasks{list,cancel,requests.tools.call}; 2026-07-28 extensions, no tasks. | schema#servercapabilities
CAP-07 | fact | client | 2025-11-25+ | elicitation: {} means form only. | client/elicitation#capabilities
CAP-08 | fact | server | 2026-07-28 | A method behind an unadvertised server capability is -32601 (404 on HTTP); a missing client capability is -32021 (400). | schema#methodnotfounderror
CAP-09 | derived | client | all | A 2024-11-05 server cannot advertise completions; absence of the key must not block completion/complete on that revision. | derived
`)
