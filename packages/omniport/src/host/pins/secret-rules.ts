import type { TextRule } from './text-rule.js'

/** What names the secrets of a person, or asks for them. */
export const secretRules: readonly TextRule[] = [
  secretRule(
    'names a file with secrets',
    /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/home\/[\w<>$-]{1,32}|\/Users\/[\w<>$-]{1,32}|\/root)[\\/]\.(?:ssh|aws|gnupg|kube|docker|azure|netrc|npmrc|pypirc|git-credentials|pgpass|cursor|claude|codex|gemini|codeium|bash_history|zsh_history|env|config[\\/](?:gcloud|gh))\b/gi,
  ),
  secretRule(
    'names a file with secrets',
    /id_(?:rsa|ed25519|ecdsa|dsa)(?![a-z0-9])|\.ssh[\\/]|\.aws[\\/]credentials|\/etc\/(?:passwd|shadow|sudoers)\b|\/proc\/(?:self|\d{1,8})\/environ|\b(?:claude_desktop_config|mcp|mcp[_-]config)\.json\b|\bwallet\.dat\b/gi,
  ),
  secretRule(
    'names a file with secrets',
    /\b(?:reads?|opens?|cat|sends?|includes?|cop(?:y|ies)|pass(?:es)?|access|extracts?|contents? of|uploads?)\b[^.!?]{0,40}?[^\w.)\]}]\.env\b(?![(=])/gi,
  ),
  secretRule(
    'asks for secrets',
    /\b(?:read|cat|include|pass|send|copy|attach|append|share|leak|exfiltrate|steal|harvest|upload|forward|dump|reveal)(?: [\w'/.~-]{1,30}){0,3}? (?:your|the user'?s?|user's|users'?|any|all|stored|saved|local|found|available|their|its)(?: [\w,/-]{1,20}){0,3}? (?:api[ _-]?keys?|passwords?|passphrases?|private keys?|ssh keys?|access tokens?|auth(?:entication)? tokens?|bearer tokens?|session (?:tokens?|cookies?)|cookies|secrets?|secret keys?|credentials?|(?:seed|recovery) phrases?|mnemonics?|environment variables?|env vars?|(?:credit card|card|social security) numbers?)\b/gi,
    /\b(?:not|never|n't|avoid|without|nor)(?: \w{1,12}){0,2} $/i,
  ),
]

function secretRule(description: string, pattern: RegExp, unless?: RegExp): TextRule {
  return { kind: 'secrets', description, pattern, unless }
}
