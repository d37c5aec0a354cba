/** The language in which all forms show their requests. */
import { ref } from 'vue';

export const chosenLanguage = ref('curl');
