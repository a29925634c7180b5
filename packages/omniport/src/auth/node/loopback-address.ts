/** The address that a browser of this machine comes back to. Not a name: names can be made to lead elsewhere. spec: RFC 8252 section 7.3 */
export const loopbackAddress = '127.0.0.1'
