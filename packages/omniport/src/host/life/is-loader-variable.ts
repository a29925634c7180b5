/** Whether a variable can make a program run other code than its command names, or trust others. Those that are known to. */
export function isLoaderVariable(name: string): boolean {
  return loaders.test(name)
}

const loaders =
  /^(?:path|ld_\w+|dyld_\w+|node_options|node_path|node_extra_ca_certs|node_tls_reject_unauthorized|python(?:path|home|startup)|perl5(?:opt|lib)|ruby(?:opt|lib)|bash_env|env|prompt_command|ifs|java_tool_options|_java_options|ssl_cert_(?:file|dir)|(?:https?|all)_proxy|npm_config_\w+|pip_(?:extra_)?index_url|uv_(?:default_|extra_)?index(?:_url)?|git_ssh\w*)$/i
