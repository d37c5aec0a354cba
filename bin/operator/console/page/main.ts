/** Starts the console. */
import { createApp } from 'vue';
import App from './App.vue';
import { tellFaults } from './page-fault.ts';
import './style/elements.css';
import './style/lists.css';
import './style/release.css';
import './style/tables.css';

const app = createApp(App);
tellFaults(app);
app.mount('#console');
