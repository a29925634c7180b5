import type { ConsentOutcome } from '../consent.js'

export function denialReason(by: ConsentOutcome['by']): string {
  return words[by]
}

const words: { readonly [B in ConsentOutcome['by']]: string } = {
  policy: 'the policy denies it',
  memory: 'a remembered decision denies it',
  person: 'a person denied it',
  default: 'createHost has neither `ask` nor a `policy` that allows it',
}
