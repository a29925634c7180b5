import type { TextRule } from './text-rule.js'

/** What speaks to the model instead of saying what a tool does. English only. */
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
