const socket = new WebSocket(`ws://${location.host}/api/1/socket`);
socket.onmessage = (message) => {
  document.querySelector("#log").textContent += `${message.data}\n`;
};
