/**
 * The scripts of the shells. Each asks this command what may stand at the cursor: a line for each candidate, with its
 * description after a tab.
 */
export const scripts = {
  bash: `# source <(omniport completion bash)
_omniport() {
  local line="\${COMP_LINE:0:COMP_POINT}" current="\${COMP_WORDS[COMP_CWORD]}" value text
  local typed="\${line##* }"
  local before="\${typed%"$current"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r value text; do
    COMPREPLY+=("\${value#"$before"}")
  done < <(omniport __complete --line "$line" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -o default -F _omniport omniport
`,
  zsh: `#compdef omniport
# source <(omniport completion zsh), or save it as _omniport in a folder of $fpath
_omniport() {
  local value text
  local -a values texts open
  while IFS=$'\\t' read -r value text; do
    if [[ $value == *= ]]; then open+=("$value"); else values+=("$value") texts+=("$value\${text:+  -- $text}"); fi
  done < <(omniport __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#values + $#open == 0 )); then _files; return; fi
  (( $#open )) && compadd -S '' -a open
  (( $#values )) && compadd -l -d texts -a values
}
if [ "$funcstack[1]" = "_omniport" ]; then _omniport "$@"; else compdef _omniport omniport; fi
`,
  fish: `# omniport completion fish | source
function __omniport_complete
  set -l current (commandline -ct)
  set -l before (commandline -opc)
  omniport __complete $before[2..-1] "$current" 2>/dev/null
end
complete -c omniport -a '(__omniport_complete)'
`,
} as const
