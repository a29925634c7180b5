import type { Finding } from './finding.js'

/** Rules for text that instructs the model instead of describing the tool. English only. */
export const instructionRules: readonly TextRule[] = [
  instructionRule(
    'tells the model to ignore what it was told',
    /\b(?:ignore|disregard|forget|override|bypass|do not follow|stop following)\b(?: [\w',-]{1,20}){0,3}? (?:previous|prior|preceding|earlier|above|foregoing|all other|any other|your|system|developer)(?: [\w',-]{1,20}){0,2}? (?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|constraints?|guardrails?|training|restrictions?)\b/gi,
  ),
  instructionRule(
    'tells the model to ignore what it was told',
    /\b(?:ignore|disregard|forget) (?:everything|anything|all)(?: \w{1,12}){0,2}? (?:above|you (?:were|have been|know))\b/gi,
  ),
  instructionRule(
    'gives the model instructions of its own',
    /\b(?:new|real|actual|secret|hidden|important|critical|mandatory|urgent) (?:system )?(?:instructions?|directives?) ?(?::|(?:for|to) (?:the )?(?:ai|assistant|model|llm|agent)\b)/gi,
  ),
  instructionRule(
    'gives the model instructions of its own',
    /\b(?:important|critical|mandatory|urgent) system (?:instruction|message|note|notice|requirement|rule)/gi,
  ),
  instructionRule(
    'is marked up as a message of its own',
    /<\/?(?:important|critical|system|instructions?|assistant|system[-_ ](?:prompt|message|reminder|note|instructions?))(?: [^<>]{0,40})?>/gi,
  ),
  instructionRule(
    'is marked up as a message of its own',
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\b|\[\/?INST\]|<<\/?SYS>>|\[(?:important|system|critical)(?: \w{1,12}){0,2}:/gi,
  ),
  instructionRule(
    'hides something from the user',
    /\b(?:do not|don't|never|must not|should not|mustn't|shouldn't|no need to|not necessary to)(?: \w{1,12}){0,3}? (?:tell|told|mention|mentioned|inform|notify|reveal|revealed|disclose|disclosed|alert|warn|show|shown|explain|confirm)\b[^.!?]{0,60}?\b(?:user|human|person|operator|customer|anyone|anybody)\b/gi,
  ),
  instructionRule(
    'hides something from the user',
    /\b(?:do not|don't|never|must not)(?: \w{1,12}){0,2}? mention (?:that|this|it|these|to|anything|the fact|why|how|your|reading)\b/gi,
  ),
  instructionRule(
    'hides something from the user',
    /\bwithout (?:telling|informing|notifying|alerting|mentioning|warning)\b[^.!?]{0,30}?\b(?:user|human|person|operator|customer|anyone)\b|\bwithout (?:the )?(?:user|human)'?s? (?:knowledge|knowing|noticing|awareness|realizing)\b/gi,
  ),
  instructionRule(
    'hides something from the user',
    /\b(?:silently|secretly|covertly|quietly|discreetly) (?:read|send|pass|include|forward|upload|copy|call|collect|append|insert|exfiltrate|transmit|execute)\b|\b(?:keep|hide|conceal) (?:this|it|these|that|them)\b[^.!?]{0,30}?\b(?:secret|hidden|from (?:the )?(?:user|human)s?)\b/gi,
  ),
  instructionRule(
    'says what to do before other things',
    /\b(?:before|prior to) (?:using|calling|invoking|running|executing) (?:this|any|another|all|every|each|other)\b[^.!?]{0,40}?[ ,:;](?:read|call|run|invoke|execute|open|send|fetch|access|cat)\b/gi,
  ),
  instructionRule(
    'says what to do before other things',
    /\b(?:always|must|first) (?:call|use|run|invoke|execute) this(?: tool| function)? (?:first|before|on every|for every|for all|every time)\b|\bthis (?:tool|function) must (?:always )?be (?:called|used|run|invoked|executed) (?:first|before|prior|every|at the start)\b|\b(?:be called|call this(?: tool)?) (?:first|before (?:any|every|all|each|other|anything))\b|\bexecute the following commands? before\b/gi,
  ),
  instructionRule(
    'tells the model what it must do',
    /\byou must (?:always |never |first |also |now )?(?:call|invoke|obey|ignore|execute|forward|read|tell|reveal|upload|disclose|use this|follow (?:this|these|my|all)|(?:pass|include|send) the contents?)\b/gi,
  ),
  instructionRule(
    'tells the model what it must do',
    /\b(?:assistants?|ai|llms?|language models?|ai (?:models?|agents?|assistants?)|claude|chatgpt|copilot|gemini) (?:must|shall|has to|have to|is required to|are required to|is instructed to|needs to|should always|should never|should first)\b|\b(?:note|message|instructions?|notice|attention|reminder) (?:to|for) (?:the )?(?:ai|assistant|llm|language model|model|agent)s? ?:|\bas an? (?:ai|language model|llm|ai assistant),? you\b/gi,
  ),
  instructionRule(
    'gives the model another role',
    /\byou are (?:now|no longer) |\bpretend (?:to be|you are|that you)\b|\bfrom now on,? (?:you|always|every|all)\b|\bact as (?:if you|an? (?:unrestricted|different))\b/gi,
  ),
  instructionRule(
    'asks for what the model was told',
    /\b(?:reveal|print|output|repeat|leak|send|include|copy|exfiltrate|pass|append|extract|insert)(?: \w{1,12}){0,4}? (?:system|developer|initial|hidden) (?:prompt|instructions?)\b|\byour (?:own )?(?:system|initial|hidden) (?:prompt|instructions?)\b/gi,
  ),
  instructionRule(
    'speaks about other tools',
    /\b(?:affects?|changes?|modif(?:y|ies)|alters?|overrides?|controls?|effects? on)(?: the)?(?: (?:behaviou?rs?|usage|use|outputs?|operation|results?) of)?(?: the)? (?:also present|another|other|all other|every other|any other|\w{1,40}_\w{1,40})(?: \w{1,30})?? tools?\b/gi,
  ),
  instructionRule(
    'speaks about other tools',
    /\b(?:when|whenever|if|once|while|as long as) (?:this|the) (?:tool|server|function) is (?:available|present|installed|enabled|loaded|connected|active)\b|\btools? must (?:always )?(?:send|forward|include|pass|copy|redirect)\b/gi,
  ),
  instructionRule(
    'speaks about other tools',
    /\b(?:when(?:ever)?|before|after) (?:you )?(?:using|use|calling|call|invoking|invoke) (?:the )?[a-z]{1,20}_\w{1,40}(?: tool)?,? (?:always|you must|must|first|also|be sure|make sure)\b|\bwhen(?:ever)? (?:the )?(?:\(\w{1,30}\) )?[a-z]{1,20}_\w{1,40}(?: tool)? is (?:called|invoked|executed)\b/gi,
  ),
  instructionRule(
    'speaks about other tools',
    /\b(?:instead of|rather than|never use|avoid|don't use|do not use) (?:any |all |the )?(?:other|existing|built-?in|native|default)(?: \w{1,20}){0,2}? tools?\b|\btakes? (?:precedence|priority) over (?:all |any |every |the )?(?:other|previous|user|system)\b/gi,
  ),
  instructionRule(
    'adds something to whatever else is done',
    /\b(?:prefix|prepend|append|add|insert|include|suffix)\b[^.!?]{0,40}?\b(?:all|every|each|any)(?: \w{1,20}){0,2}? (?:commands?|tool calls?)\b|\b(?:all|every|each|any) (?:\w{1,12} )?commands? must\b|\bmust include the prefix\b/gi,
  ),
  instructionRule(
    'has a command for a shell that does harm',
    /\bchmod -R 0?[67]|\b(?:curl|wget) [^|]{1,100}\| ?(?:sudo )?(?:ba|z)?sh\b|\brm -rf [~/]/gi,
  ),
  instructionRule(
    'sends something elsewhere',
    /\b(?:send|sent|forward|upload|transmit|leak|exfiltrate|bcc|bcc'd|redirect|deliver)(?: [\w']{1,20}){0,8}?(?: to)?:? '?(?:https?:\/\/|[\w.+-]{1,64}@(?!example\.)\w|\+\d{7,15}|(?:the )?attacker)/gi,
  ),
  instructionRule(
    'sends something elsewhere',
    /\b(?:change|replace|substitute|set|override|redirect)(?: \w{1,12}){0,2}? (?:recipients?|phone number|destination|payee|account number|wallet(?: address)?) (?:to|with|by) '?(?:\+?\d{6,15}|0x[0-9a-f]{8,40}|[\w.+-]{1,64}@(?!example\.)\w)/gi,
  ),
  instructionRule(
    'hands over what the model has read',
    /\b(?:pass|include|put|insert|append|embed|attach|place) (?:its|their|the file's|the files') contents? (?:as|to|in|into|via|through)\b|\b(?:pass|include|put|insert|append|embed|attach|send|provide|copy)(?: \w{1,12}){0,4}? (?:entire|full|whole|complete|previous|all)(?: \w{1,12}){0,2}? (?:conversation|(?:chat|message) history|prior messages|previous messages|tool (?:calls|results|outputs|descriptions))\b/gi,
  ),
]

function instructionRule(description: string, pattern: RegExp): TextRule {
  return { kind: 'instructions', description, pattern }
}

/** Patterns match normalised text in linear time: repetitions are bounded and unambiguous. */
export interface TextRule {
  readonly kind: Finding['kind']
  /** The effect of such text, for people. */
  readonly description: string
  readonly pattern: RegExp
  /** Matches preceding words that reverse the meaning. */
  readonly unless?: RegExp | undefined
}

/** Rules for markup that hides text from people, and for links that leak data. */
export const markupRules: readonly TextRule[] = [
  {
    kind: 'hidden-text',
    description: 'has a comment that is not shown',
    pattern: /<!--|\[(?:\/\/|comment)\]: ?[#<(]/gi,
  },
  {
    kind: 'hidden-text',
    description: 'has a style that hides text',
    pattern:
      /\bstyle ?= ?["'][^"'<>]{0,200}?(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|opacity ?: ?0(?:["';]|\.0)|color ?: ?(?:white|transparent|#fff))|<[a-z]{1,10} hidden\b|\\(?:text)?color\{white\}/gi,
  },
  {
    kind: 'links',
    description: 'has an image that is fetched when it is shown',
    pattern: /!\[[^\]]{0,200}\] ?\( ?<?(?:https?:)?\/\/|<img [^<>]{0,200}?\bsrc ?= ?["']?(?:https?:)?\/\//gi,
  },
  {
    kind: 'links',
    description: 'has an address to put something into',
    pattern:
      /\bhttps?:\/\/[^\s?#]{1,200}[?#][^\s{<$[%]{0,200}(?:\$?\{[^{}\s]{0,60}\}|<[\w -]{1,40}>|\[[\w -]{1,40}\]|%s)/gi,
  },
  {
    kind: 'links',
    description: 'has an address that keeps what it is sent',
    pattern:
      /\b(?:webhook\.site|requestbin\.[a-z]{2,4}|pipedream\.net|burpcollaborator\.net|oast\.[a-z]{2,4}|interact\.sh|beeceptor\.com|requestcatcher\.com|hookbin\.com)\b/gi,
  },
  {
    kind: 'links',
    description: 'has an address that is a program',
    pattern: /\b(?:javascript|vbscript):(?=\S)|\bdata:(?:text\/html|application\/(?:javascript|xhtml)|image\/svg)/gi,
  },
]

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
