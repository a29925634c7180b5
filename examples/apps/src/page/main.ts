import { servePage } from './serve-page.js'

await servePage(3000)
console.log('http://localhost:3000')
