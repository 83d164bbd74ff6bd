"""Serves moto until whoever started it is gone, however it went. `serve-moto.py PORT`."""

import functools
import logging
import os
import sys
import threading
import time

import waitress
from moto import backends
from moto.core import responses
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app

# Moto looks both up for every request, in the file system and in its classes: a quarter of its time, and they never change.
backends.list_of_moto_modules = functools.cache(lambda find=backends.list_of_moto_modules: list(find()))
responses.method_names_from_class = functools.cache(responses.method_names_from_class)

parent = os.getppid()


def watch_parent() -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=watch_parent, daemon=True).start()
logging.basicConfig(level=logging.ERROR)
# Moto's own server spends a connection and a thread on every request.
waitress.serve(DomainDispatcherApplication(create_backend_app), host="127.0.0.1", port=int(sys.argv[1]), threads=4)
